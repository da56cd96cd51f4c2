import { CLOCK_LEEWAY_SECONDS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import type { SessionClaims } from "./session.js";

/**
 * Narrows a payload to the claims of a signed-in user; a text says what is wrong with it.
 * Whether the dates and parties are right is another question: {@link findFault}.
 */
export function parseClaims(payload: Record<string, unknown>): SessionClaims | string {
  const { sub, role, aud, iss, exp, session_id, aal } = payload;
  if (typeof sub !== "string" || sub === "") return "it has no subject";
  if (typeof exp !== "number") return "it has no expiry";
  if (typeof iss !== "string") return "it has no issuer";
  if (typeof aud !== "string" && !Array.isArray(aud)) return "it has no audience";
  if (typeof session_id !== "string" || session_id === "") return "it has no session id";
  if (typeof role !== "string" || role === "anon" || role === "service_role") {
    return "its role is not a user's";
  }
  return {
    ...payload,
    sub,
    role,
    aud: typeof aud === "string" ? aud : aud.map(String),
    iss,
    exp,
    session_id,
    aal: aal === "aal2" ? "aal2" : "aal1",
  };
}

/**
 * What keeps claims from counting here and now: issuer, audience, dates; null when nothing does.
 * @see RFC 7519 §4.1
 */
export function findFault(
  claims: SessionClaims,
  { issuer, audience, runtime }: Pick<Backend, "issuer" | "audience" | "runtime">,
): string | null {
  const now = Math.floor(runtime.now() / 1000);
  const { nbf } = claims;
  if (claims.iss !== issuer) return "its issuer (iss) is not the backend's";
  if (claims.aud !== audience && !(Array.isArray(claims.aud) && claims.aud.includes(audience))) {
    return "its audience (aud) is not the backend's";
  }
  if (!(claims.exp > now - CLOCK_LEEWAY_SECONDS)) return "it is over (exp)";
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= now + CLOCK_LEEWAY_SECONDS)) {
    return "it does not count yet (nbf)";
  }
  return null;
}
