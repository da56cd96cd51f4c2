import { Auth0Client } from "@auth0/nextjs-auth0/server";
import { generateSessionCookie } from "@auth0/nextjs-auth0/testing";
import { NextRequest } from "next/server.js";

const SECRET = "a secret of at least thirty-two characters";

const auth0 = new Auth0Client({
  domain: "tenant.auth0.test",
  clientId: "bench",
  clientSecret: "bench",
  secret: SECRET,
  appBaseUrl: "http://app.test",
});

export function nextjsAuth0Cookie(user: Record<string, unknown> & { sub: string }) {
  const now = Math.floor(Date.now() / 1000);
  const session = {
    user,
    tokenSet: { accessToken: "opaque", expiresAt: now + 3600 },
    internal: { sid: "session", createdAt: now },
  };
  return generateSessionCookie(session, { secret: SECRET });
}

export function auth0Request(cookie: string): NextRequest {
  return new NextRequest("http://app.test/o/acme", { headers: { cookie: `__session=${cookie}` } });
}

export async function readNextjsAuth0(request: NextRequest): Promise<unknown> {
  return auth0.getSession(request);
}
