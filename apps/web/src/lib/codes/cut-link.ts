const PUBLIC_ID_LENGTH = 32;

/**
 * Returns whether a request's id is only the start of an id, for example because an email program
 * broke the link.
 */
export function isCutShort(publicId: string): boolean {
  return publicId.length < PUBLIC_ID_LENGTH && /^[0-9a-f]+$/.test(publicId);
}
