/**
 * Rejects characters that the service cannot store, such as NUL, because a forged cookie may
 * contain them. The others are those of RFC 6749 appendix A.17, without the space.
 */
export function isRefreshToken(text: unknown): text is string {
  return typeof text === "string" && /^[\x21-\x7e]{1,512}$/.test(text);
}
