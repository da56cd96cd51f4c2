import type { AmrEntry } from "../../session/session.js";
import type { MailKind, OpenMailSink } from "../mail-sink.js";
import type { VirtualClock } from "../virtual-clock.js";
import type { Signer } from "./signer.js";

/** A second factor of a user. */
export interface MemoryFactor {
  /** What `challenge` and `unenroll` take as `factorId`. */
  id: string;
  /** As given to `enroll`; absent when none was. */
  friendly_name?: string;
  /** The only kind there is here. */
  factor_type: "totp";
  /** `verified` after the first right code. */
  status: "verified" | "unverified";
  /** Base32; for {@link totpCode}. */
  secret: string;
}

/** An account of the memory backend. A test may change it; nothing is copied. */
export interface MemoryUser {
  /** The `sub` of its tokens. */
  id: string;
  /** Null for an anonymous user. */
  email: string | null;
  /** In the clear; null when it cannot sign in with one. */
  password: string | null;
  /** Whether the address was proven; without it a password is `email_not_confirmed`. */
  isConfirmed: boolean;
  /** True: refreshes and questions are `user_banned` from now on. */
  isBanned: boolean;
  /** Claim `app_metadata` of its next token. */
  appMetadata: Record<string, unknown>;
  /** Claim `user_metadata` of its next token. */
  userMetadata: Record<string, unknown>;
  /** Second factors, verified or not. */
  factors: MemoryFactor[];
  /** An address that waits for its confirmation. */
  newEmail: string | null;
  /** ISO 8601, by the backend's clock. */
  createdAt: string;
}

/** A session as the service keeps it. */
export interface MemorySession {
  /** The claim `session_id`. */
  id: string;
  /** Whose it is. */
  userId: string;
  /** Claim `aal` of its next token. */
  aal: "aal1" | "aal2";
  /** Claim `amr` of its next token. */
  amr: AmrEntry[];
  /** Laid over the claims of every token of the session. */
  claims: Record<string, unknown>;
}

/** A refresh token; a used one is remembered, to tell a lost answer from theft. */
export interface RefreshToken {
  sessionId: string;
  parent: string | null;
  /** Milliseconds since the epoch; null while it is live. */
  revokedAt: number | null;
}

/** What a mail's code or link is good for, once. */
export interface OneTimeToken {
  kind: MailKind;
  userId: string;
  code: string;
  hash: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Set when the flow ends in a code for the browser that began it (PKCE). */
  challenge: string | null;
}

/** How the memory auth service behaves; defaults are those of a hosted project. */
export interface MemoryAuthOptions {
  /** Seconds an access token lives. Default 3600. */
  accessTokenSeconds?: number | undefined;
  /** Seconds a used refresh token is accepted again. Default 10. */
  refreshReuseSeconds?: number | undefined;
  /** Seconds a mailed code or link is good. Default 3600. */
  otpSeconds?: number | undefined;
  /** Shortest password, in characters. Default 6. */
  minPasswordLength?: number | undefined;
  /** Whether a sign-up needs no confirmation by mail. Default false. */
  autoconfirm?: boolean | undefined;
  /** Adds claims to every token, as a custom access token hook does. */
  claims?: ((user: MemoryUser) => Record<string, unknown>) | undefined;
}

/** The options with their defaults. */
export type MemoryAuthSettings = {
  [Name in keyof MemoryAuthOptions]-?: NonNullable<MemoryAuthOptions[Name]>;
};

/** Everything the memory auth service knows. */
export interface AuthState {
  readonly url: string;
  readonly clock: VirtualClock;
  readonly signer: Signer;
  readonly mails: OpenMailSink;
  readonly options: MemoryAuthSettings;
  readonly users: Map<string, MemoryUser>;
  readonly sessions: Map<string, MemorySession>;
  readonly refreshTokens: Map<string, RefreshToken>;
  /** Session and end of life (milliseconds) of each access token. */
  readonly accessTokens: Map<string, { sessionId: string; expiresAt: number }>;
  readonly oneTimeTokens: Set<OneTimeToken>;
  /** PKCE codes that wait for their verifier. */
  readonly codes: Map<string, { userId: string; challenge: string; kind: MailKind | "oauth" }>;
  /** Challenges of second factors, by id. */
  readonly challenges: Map<string, { factorId: string; expiresAt: number }>;
  /** Counts up; ids are made of it, so that a test's are the same each time. */
  serial(): number;
}

/** Creates an empty state. */
export function createAuthState(
  parts: Pick<AuthState, "url" | "clock" | "signer" | "mails">,
  options: MemoryAuthOptions,
): AuthState {
  let serial = 0;
  return {
    ...parts,
    options: {
      accessTokenSeconds: options.accessTokenSeconds ?? 3600,
      refreshReuseSeconds: options.refreshReuseSeconds ?? 10,
      otpSeconds: options.otpSeconds ?? 3600,
      minPasswordLength: options.minPasswordLength ?? 6,
      autoconfirm: options.autoconfirm ?? false,
      claims: options.claims ?? (() => ({})),
    },
    users: new Map(),
    sessions: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    oneTimeTokens: new Set(),
    codes: new Map(),
    challenges: new Map(),
    serial: () => {
      serial += 1;
      return serial;
    },
  };
}

/** An id that looks like the service's and is the same in every run. */
export function createId(state: AuthState): string {
  return `00000000-0000-4000-8000-${state.serial().toString(16).padStart(12, "0")}`;
}
