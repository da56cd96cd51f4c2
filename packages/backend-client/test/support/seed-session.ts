import { Jar } from "../../src/cookies/jar.js";
import { serializeCookie } from "../../src/cookies/options.js";
import { SessionStore } from "../../src/session/store.js";
import type { CookieBox } from "./browser.js";
import type { FakeAuth, Tokens } from "./fake-auth.js";

/** Writes tokens into a browser's cookies as a sign-in would, without one. */
export function seedSession(fake: FakeAuth, box: CookieBox, tokens: Tokens): void {
  const jar = new Jar([], { secure: false });
  new SessionStore(fake.backend, jar).write(
    {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      expiresAt: Math.floor(fake.runtime.now() / 1000) + tokens.expires_in,
    },
    "SIGNED_IN",
  );
  const headers = new Headers();
  for (const change of jar.changes()) headers.append("set-cookie", serializeCookie(change));
  box.take(new Response(null, { headers }));
}
