/**
 * Also returns a malformed or empty token, so that a request with a bearer header never uses its
 * cookies.
 */
export function readBearer(headers: Pick<Headers, "get"> | undefined): string | null {
  const [, token] = /^bearer(?:\s+(.*))?$/i.exec(headers?.get("authorization")?.trim() ?? "") ?? [
    null,
    null,
  ];
  return token === null ? null : (token ?? "");
}
