/** 2 MB of 1,048,576 bytes each, for an image before the server makes it small. */
export const MAX_IMAGE_BYTES = 2_097_152;

/** A decoded image needs four to eight bytes per pixel. Phones take photos of 12 or 24 million. */
export const MAX_IMAGE_PIXELS = 25_000_000;
