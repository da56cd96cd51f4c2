import { CLOCK_LEEWAY_SECONDS } from "../config/constants.js";
import type { Backend } from "../config/define-backend.js";
import { parseAmr } from "./amr.js";
import type { SessionClaims } from "./session.js";

export type VerifiedClaims = SessionClaims & Record<string, unknown>;

const isText = (value: unknown) => typeof value === "string";
const isObject = (value: unknown) => typeof value === "object" && value !== null;

const OPTIONAL: Record<string, (value: unknown) => boolean> = {
  iat: (value) => typeof value === "number",
  email: isText,
  phone: isText,
  is_anonymous: (value) => typeof value === "boolean",
  app_metadata: isObject,
  user_metadata: isObject,
};

/** Drops optional claims of a wrong type, because a project's token hook may write any type. */
function withoutOddities(payload: Record<string, unknown>): Record<string, unknown> {
  const rest = { ...payload };
  for (const [name, isExpected] of Object.entries(OPTIONAL)) {
    if (!isExpected(rest[name])) delete rest[name];
  }
  const amr = parseAmr(rest.amr);
  if (amr) rest.amr = amr;
  else delete rest.amr;
  return rest;
}

export function parseClaims(payload: Record<string, unknown>): VerifiedClaims | string {
  const { sub, role, aud, iss, exp, session_id, aal } = payload;
  if (typeof sub !== "string" || sub === "") return "it has no subject";
  if (typeof exp !== "number") return "it has no expiry";
  if (typeof iss !== "string") return "it has no issuer";
  if (typeof aud !== "string" && !Array.isArray(aud)) return "it has no audience";
  if (typeof session_id !== "string" || session_id === "") return "it has no session id";
  if (typeof role !== "string" || role === "anon" || role === "service_role") {
    return "its role is anon, service_role or missing";
  }
  return {
    ...withoutOddities(payload),
    sub,
    role,
    aud: typeof aud === "string" ? aud : aud.map(String),
    iss,
    exp,
    session_id,
    aal: aal === "aal2" ? "aal2" : "aal1",
  };
}

export function findPartyFault(
  { iss, aud }: SessionClaims,
  { issuers, audience }: Pick<Backend, "issuers" | "audience">,
): string | null {
  if (!issuers.includes(iss)) return "its issuer (iss) is not the backend's";
  if (aud !== audience && !(Array.isArray(aud) && aud.includes(audience))) {
    return "its audience (aud) is not the backend's";
  }
  return null;
}

/** @see RFC 7519 §4.1 */
export function findDateFault(
  claims: VerifiedClaims,
  { runtime }: Pick<Backend, "runtime">,
  isExpiryIgnored = false,
): string | null {
  const now = Math.floor(runtime.now() / 1000);
  const { nbf } = claims;
  if (!isExpiryIgnored && !(claims.exp > now - CLOCK_LEEWAY_SECONDS)) return "it has expired (exp)";
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= now + CLOCK_LEEWAY_SECONDS)) {
    return "it is not valid yet (nbf)";
  }
  return null;
}
