/** Also returns a malformed token, so that the server never uses the cookies of such a request. */
export function readBearer(headers: Pick<Headers, "get"> | undefined): string | null {
  const [, token] = /^bearer(?:\s+(.*))?$/i.exec(headers?.get("authorization")?.trim() ?? "") ?? [
    null,
    null,
  ];
  return token === null ? null : (token ?? "");
}
