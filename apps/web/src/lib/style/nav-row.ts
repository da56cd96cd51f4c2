export const NAV_ROW =
  "relative flex min-h-8 items-center gap-2.5 rounded-md px-2.5 hover:bg-hover-canvas pointer-coarse:min-h-11 max-side:min-h-10 max-side:justify-center max-side:px-0 side:[--tip:none]";

export const NAV_OTHER = "font-medium text-ink-muted";

export const NAV_CURRENT =
  "md:bg-surface text-ink font-semibold md:[box-shadow:0_0_0_1px_var(--color-line),0_1px_2px_rgb(20_20_16/0.05)] [&>svg]:text-accent";

export const NAV_CURRENT_ON_PHONE =
  "max-md:text-ink max-md:font-semibold max-md:[&>svg]:text-accent";
