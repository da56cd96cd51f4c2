const PUBLIC_ID_LENGTH = 32;

/**
 * Returns true for the start of a complete id, because an email program may have cut off the end of
 * the link.
 */
export function isCutShort(publicId: string): boolean {
  return publicId.length < PUBLIC_ID_LENGTH && /^[0-9a-f]+$/.test(publicId);
}
