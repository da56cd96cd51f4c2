const PUBLIC_ID_LENGTH = 32;

/** An email program may have broken the link. */
export function isCutShort(publicId: string): boolean {
  return publicId.length < PUBLIC_ID_LENGTH && /^[0-9a-f]+$/.test(publicId);
}
