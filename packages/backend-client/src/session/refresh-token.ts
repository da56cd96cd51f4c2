/**
 * Returns whether a text can be a refresh token: printable characters and a limited length. A
 * forged cookie must not send the service characters that it cannot store, such as NUL.
 * @see RFC 6749 appendix A.17, without the space
 */
export function isRefreshToken(text: unknown): text is string {
  return typeof text === "string" && /^[\x21-\x7e]{1,512}$/.test(text);
}
