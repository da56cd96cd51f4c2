import type { User } from "@supabase/supabase-js";
import { type Session, toInitialSession } from "../session/session.js";
import type { SignedIn } from "./auth-flow-types.js";
import type { ProviderTokens } from "./hooks.js";

export function userOf(data: unknown): User | null {
  if (typeof data !== "object" || data === null || !("user" in data)) return null;
  return data.user as User | null;
}

export function hasSession(data: unknown): boolean {
  return typeof data === "object" && data !== null && "session" in data && data.session !== null;
}

export function providerTokensOf(data: unknown): ProviderTokens | undefined {
  if (!hasSession(data)) return undefined;
  const { session } = data as { session: Record<string, unknown> };
  const { provider_token: accessToken, provider_refresh_token: refreshToken } = session;
  if (typeof accessToken !== "string") return undefined;
  return { accessToken, ...(typeof refreshToken === "string" ? { refreshToken } : {}) };
}

export function weakPasswordOf(data: unknown): SignedIn["weakPassword"] {
  if (typeof data !== "object" || data === null || !("weakPassword" in data)) return undefined;
  return (data.weakPassword as SignedIn["weakPassword"] | null) ?? undefined;
}

export function publicSession(session: Session, nowMs: number): SignedIn["session"] {
  const found = toInitialSession(session, nowMs);
  return found.status === "authenticated" ? found : null;
}
