import type { Backend } from "../config/define-backend.js";
import { FIRST_MARK } from "../session/events.js";
import type { Session } from "../session/session.js";
import { type VerifyOptions, verifyToken } from "../session/verify.js";

/** The credentials that a route can accept: the session cookies or a bearer token. */
export type Credential = "cookie" | "bearer";

export async function resolveBearer(
  backend: Backend,
  token: string,
  options: VerifyOptions,
): Promise<Session> {
  const check = await verifyToken(backend, token, options);
  if (check.status === "unavailable") return { status: "unavailable", error: check.error };
  if (check.status === "rejected") return { status: "unauthenticated", error: check.error };
  const { claims } = check;
  return {
    status: "authenticated",
    source: "bearer",
    claims,
    payload: claims,
    accessToken: token,
    expiresAt: claims.exp,
    event: FIRST_MARK,
  };
}
