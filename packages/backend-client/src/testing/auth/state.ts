import type { AmrEntry } from "../../session/session.js";
import type { EmailKind, OpenEmailSink } from "../email-sink.js";
import type { VirtualClock } from "../virtual-clock.js";
import type { Signer } from "./signer.js";
import type { RelyingParty } from "./webauthn.js";

/** A second factor of a user. */
export interface MemoryFactor {
  /** The factor's id, for `challenge` and `unenroll`. */
  id: string;
  /** The name that `enroll` received. Absent if `enroll` received no name. */
  friendly_name?: string;
  /** The kind of factor. The memory backend supports only `totp`. */
  factor_type: "totp";
  /** `verified` after the first correct code. */
  status: "verified" | "unverified";
  /** The secret in Base32, for {@link totpCode}. */
  secret: string;
}

/** A passkey of a user. */
export interface MemoryPasskey {
  /** The passkey's id, for `update` and `delete`. */
  id: string;
  /** The id that the authenticator chose, in base64url. */
  credentialId: string;
  /** The key that verifies the authenticator's signatures. */
  publicKey: CryptoKey;
  /** The name that `update` received. Default: `Passkey`. */
  name: string;
  /** Creation time of the passkey, in ISO 8601, by the backend's clock. */
  createdAt: string;
  /** Time of the last sign-in with the passkey, in ISO 8601. Null before the first sign-in. */
  lastUsedAt: string | null;
}

/** An account at an OAuth provider, or in the domain of an SSO provider. */
export interface ProviderAccount {
  /** The account's id at the provider. */
  id: string;
  /** The account's email address, which the provider has confirmed. */
  email: string;
}

/** An account at a provider, or an email address, with which a user can sign in. */
export interface MemoryIdentity extends ProviderAccount {
  /** The identity's `identity_id`, for `unlinkIdentity`. */
  identityId: string;
  /** The provider, such as `github`, or `email`. */
  provider: string;
}

/** An account of the memory backend. A test may change it in place. */
export interface MemoryUser {
  /** The claim `sub` of the account's tokens. */
  id: string;
  /** Email address. Null for an anonymous user. */
  email: string | null;
  /** Password in plain text. Null if the user cannot sign in with a password. */
  password: string | null;
  /** If false, password and passkey sign-ins fail with `email_not_confirmed`. */
  isConfirmed: boolean;
  /** If true, sign-ins, refreshes and requests of the user fail with `user_banned`. */
  isBanned: boolean;
  /** The claim `app_metadata` of the account's next token. */
  appMetadata: Record<string, unknown>;
  /** The claim `user_metadata` of the account's next token. */
  userMetadata: Record<string, unknown>;
  /** Identities with which the user can sign in. Empty for an anonymous user. */
  identities: MemoryIdentity[];
  /** The account's passkeys, oldest first. */
  passkeys: MemoryPasskey[];
  /** The account's second factors, verified or not. */
  factors: MemoryFactor[];
  /** The new email address that the user has not confirmed yet. Null if there is none. */
  newEmail: string | null;
  /** Creation time of the account, in ISO 8601, by the backend's clock. */
  createdAt: string;
}

/** A session of the memory auth service. */
export interface MemorySession {
  /** The claim `session_id`. */
  id: string;
  /** The user's id. */
  userId: string;
  /** The claim `aal` of the session's next token. */
  aal: "aal1" | "aal2";
  /** The claim `amr` of the session's next token. */
  amr: AmrEntry[];
  /** Claims to add or replace in every access token of the session. */
  claims: Record<string, unknown>;
}

/**
 * Used tokens are kept. With them, the service can distinguish a client that lost a response from
 * theft.
 */
export interface RefreshToken {
  sessionId: string;
  parent: string | null;
  /** Milliseconds since the epoch. Null for the current token. */
  revokedAt: number | null;
}

export interface OneTimeToken {
  kind: EmailKind;
  userId: string;
  code: string;
  hash: string;
  expiresAt: number;
  challenge: string | null;
}

/** Options of the memory auth service. Defaults are those of a hosted project. */
export interface MemoryAuthOptions {
  /** Lifetime of an access token in seconds. Default 3600. */
  accessTokenSeconds?: number | undefined;
  /** Seconds for which the service accepts a refresh token after its first use. Default 10. */
  refreshReuseSeconds?: number | undefined;
  /** Seconds for which an emailed code or link is valid. Default 3600. */
  otpSeconds?: number | undefined;
  /** Minimum length of a password in characters. Default 6. */
  minPasswordLength?: number | undefined;
  /** If true, a sign-up needs no confirmation by email. Default false. */
  autoconfirm?: boolean | undefined;
  /** Domain and origins of passkeys. Default: passkeys are off (`passkey_disabled`). */
  passkeys?: RelyingParty | null | undefined;
  /** Email domains that use single sign-on. Default: none. */
  ssoDomains?: readonly string[] | undefined;
  /** Adds claims to every token, as a custom access token hook does. Default: none. */
  claims?: ((user: MemoryUser) => Record<string, unknown>) | undefined;
}

export type MemoryAuthSettings = {
  [Name in keyof MemoryAuthOptions]-?: Exclude<MemoryAuthOptions[Name], undefined>;
};

export interface AuthState {
  readonly url: string;
  readonly clock: Pick<VirtualClock, "now">;
  readonly signer: Signer;
  readonly emails: OpenEmailSink;
  readonly options: MemoryAuthSettings;
  readonly users: Map<string, MemoryUser>;
  readonly sessions: Map<string, MemorySession>;
  readonly refreshTokens: Map<string, RefreshToken>;
  readonly accessTokens: Map<string, { sessionId: string; expiresAt: number }>;
  readonly oneTimeTokens: Set<OneTimeToken>;
  readonly codes: Map<string, { userId: string; challenge: string; kind: EmailKind | "oauth" }>;
  readonly challenges: Map<string, { factorId: string; expiresAt: number }>;
  readonly passkeyChallenges: Map<
    string,
    { challenge: string; userId: string | null; expiresAt: number }
  >;
  readonly providers: Map<string, ProviderAccount>;
  readonly idTokens: Map<string, string>;
  readonly links: Map<string, string>;
  /** Returns 1, 2, 3 and so on, so that ids are the same in every test run. */
  serial(): number;
}

export function createAuthState(
  parts: Pick<AuthState, "url" | "clock" | "signer" | "emails">,
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
      passkeys: options.passkeys ?? null,
      ssoDomains: options.ssoDomains ?? [],
      claims: options.claims ?? (() => ({})),
    },
    users: new Map(),
    sessions: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    oneTimeTokens: new Set(),
    codes: new Map(),
    challenges: new Map(),
    passkeyChallenges: new Map(),
    providers: new Map(),
    idTokens: new Map(),
    links: new Map(),
    serial: () => {
      serial += 1;
      return serial;
    },
  };
}

export function createId(state: AuthState): string {
  return `00000000-0000-4000-8000-${state.serial().toString(16).padStart(12, "0")}`;
}
