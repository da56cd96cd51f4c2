const PUBLIC_ID_LENGTH = 32;

/** Checks whether a request's id was cut short, as when an email program breaks its link. */
export function isCutShort(publicId: string): boolean {
  return publicId.length < PUBLIC_ID_LENGTH && /^[0-9a-f]+$/.test(publicId);
}
