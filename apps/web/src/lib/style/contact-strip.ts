/**
 * A shadow extends the strip's background to both edges of the screen. Unlike a wider box, the
 * shadow cannot make the page scroll sideways.
 */
export const CONTACT_STRIP =
  "-mt-5 mb-5 [box-shadow:0_0_0_100vmax_var(--color-warning-soft)] [clip-path:inset(0_-100vmax)]";
