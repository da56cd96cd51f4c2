/**
 * Accepts the characters of RFC 6749 appendix A.17. The auth service cannot store others, such as
 * NUL.
 */
export function isRefreshToken(text: unknown): text is string {
  return typeof text === "string" && /^[\x21-\x7e]{1,512}$/.test(text);
}
