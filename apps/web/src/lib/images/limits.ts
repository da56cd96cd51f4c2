/** 2 MiB. Limits the uploaded image, before the server shrinks it. */
export const MAX_IMAGE_BYTES = 2_097_152;

/**
 * A decoded image needs four to eight bytes per pixel. Phones take photos of 12 or 24 million
 * pixels.
 */
export const MAX_IMAGE_PIXELS = 25_000_000;
