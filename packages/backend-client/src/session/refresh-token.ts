/**
 * A forged cookie must not send the service characters that it cannot store, such as NUL. The
 * characters are those of RFC 6749 appendix A.17, without the space.
 */
export function isRefreshToken(text: unknown): text is string {
  return typeof text === "string" && /^[\x21-\x7e]{1,512}$/.test(text);
}
