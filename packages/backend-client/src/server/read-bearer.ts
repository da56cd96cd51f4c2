/**
 * Returns the token of `Authorization: Bearer …`, or null without that header. A malformed token is
 * returned too, so that its request never falls back to the cookies.
 */
export function readBearer(headers: Pick<Headers, "get"> | undefined): string | null {
  const [, token] = /^bearer(?:\s+(.*))?$/i.exec(headers?.get("authorization")?.trim() ?? "") ?? [
    null,
    null,
  ];
  return token === null ? null : (token ?? "");
}
