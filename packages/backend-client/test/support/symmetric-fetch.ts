import { createHmac } from "node:crypto";

/** Simulates an older project, which signs with HS256 and has an empty key set. */
export function symmetricFetch(inner: typeof fetch, secret: string): typeof fetch {
  const originals = new Map<string, string>();
  const part = (text: string) => Buffer.from(text).toString("base64url");

  const sign = (token: string): string => {
    const [, payload] = token.split(".");
    const signed = `${part(JSON.stringify({ alg: "HS256", typ: "JWT" }))}.${payload}`;
    const own = `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
    originals.set(own, token);
    return own;
  };

  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/jwks.json")) return Response.json({ keys: [] });
    const headers = new Headers(request.headers);
    const bearer = headers.get("authorization")?.slice("Bearer ".length) ?? "";
    if (bearer) headers.set("authorization", `Bearer ${originals.get(bearer) ?? bearer}`);
    const response = await inner(new Request(request, { headers }));
    if (!pathname.endsWith("/token") || !response.ok) return response;
    const body = (await response.json()) as { access_token: string };
    return Response.json({ ...body, access_token: sign(body.access_token) });
  };
}
