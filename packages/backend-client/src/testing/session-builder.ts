import type { RegisteredClaims } from "../config/register.js";
import { FIRST_MARK } from "../session/events.js";
import type { AuthenticatedSession, ClaimsOf, SessionClaims } from "../session/session.js";

/**
 * Builds a signed-in session without a service, for tests of components and functions. Unlike the
 * token of `createMemoryBackend().signIn`, the session's token is not valid for a server.
 * @param claims claims to add to those of an ordinary user; they replace claims of the same name
 * @param options.nowMs issue time in milliseconds since the epoch; default: the current time
 * @param options.lifetimeSeconds lifetime of the token if `claims` has no `exp`; default: 3600
 * @example
 * const initialSession = toInitialSession(buildSession({ app_role: "owner" }));
 * render(
 *   <BackendProvider config={config} initialSession={initialSession}>
 *     <Page />
 *   </BackendProvider>,
 * );
 */
export function buildSession<Claims extends object = RegisteredClaims>(
  claims: Partial<SessionClaims> & Record<string, unknown> = {},
  { nowMs = Date.now(), lifetimeSeconds = 3600 }: { nowMs?: number; lifetimeSeconds?: number } = {},
): AuthenticatedSession<Claims> {
  const now = Math.floor(nowMs / 1000);
  const exp = claims.exp ?? now + lifetimeSeconds;
  const all: SessionClaims & Record<string, unknown> = {
    sub: "00000000-0000-4000-8000-000000000001",
    role: "authenticated",
    aud: "authenticated",
    iss: "http://memory.test/auth/v1",
    iat: now,
    session_id: "00000000-0000-4000-8000-000000000002",
    aal: "aal1",
    amr: [{ method: "password", timestamp: now }],
    email: "person@example.test",
    is_anonymous: false,
    app_metadata: {},
    user_metadata: {},
    ...claims,
    exp,
  };
  return {
    status: "authenticated",
    claims: all as ClaimsOf<Claims>,
    source: "cookie",
    payload: all,
    accessToken: "token-of-build-session",
    expiresAt: exp,
    event: FIRST_MARK,
  };
}
