const PUBLIC_ID_LENGTH = 32;

/** Returns true for the beginning of an id. Some email programs cut off the end of a link. */
export function isCutShort(publicId: string): boolean {
  return publicId.length < PUBLIC_ID_LENGTH && /^[0-9a-f]+$/.test(publicId);
}
