/**
 * Whether the auth service may have made a text as a refresh token: printable characters, few of
 * them. A forged cookie must not make the service stumble over what it cannot store, such as NUL.
 * @see RFC 6749 appendix A.17, without the space
 */
export function isRefreshToken(text: unknown): text is string {
  return typeof text === "string" && /^[\x21-\x7e]{1,512}$/.test(text);
}
