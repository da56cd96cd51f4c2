import type { AmrEntry } from "../../session/session.js";
import type { EmailKind, OpenEmailSink } from "../email-sink.js";
import type { VirtualClock } from "../virtual-clock.js";
import type { Signer } from "./signer.js";
import type { RelyingParty } from "./webauthn.js";

/** A second factor of a user. */
export interface MemoryFactor {
  /** The `factorId` of `challenge` and `unenroll`. */
  id: string;
  /** The name from `enroll`. Absent if none was given. */
  friendly_name?: string;
  /** The only supported kind. */
  factor_type: "totp";
  /** `verified` after the first correct code. */
  status: "verified" | "unverified";
  /** Base32, for {@link totpCode}. */
  secret: string;
}

/** A passkey of a user. */
export interface MemoryPasskey {
  /** The `passkeyId` of `update` and `delete`. */
  id: string;
  /** The id that the authenticator chose, as base64url. */
  credentialId: string;
  /** Verifies what the authenticator signs. */
  publicKey: CryptoKey;
  /** The name from `update`. `Passkey` if none was given. */
  name: string;
  /** ISO 8601, by the backend's clock. */
  createdAt: string;
  /** Last sign-in, ISO 8601, by the backend's clock. Null before the first one. */
  lastUsedAt: string | null;
}

/** An account at an OAuth provider, or in the domain of an SSO provider. */
export interface ProviderAccount {
  /** The provider's id of the account. */
  id: string;
  /** A confirmed email address. */
  email: string;
}

/** A way in which a user can sign in. */
export interface MemoryIdentity extends ProviderAccount {
  /** The `identity_id` that `unlinkIdentity` needs. */
  identityId: string;
  /** The provider, such as `github`, or `email`. */
  provider: string;
}

/** An account of the memory backend. A test may change it in place. */
export interface MemoryUser {
  /** The `sub` of its tokens. */
  id: string;
  /** Null for an anonymous user. */
  email: string | null;
  /** In plain text. Null if the user cannot sign in with a password. */
  password: string | null;
  /** If false, a password sign-in fails with `email_not_confirmed`. */
  isConfirmed: boolean;
  /** If true, refreshes and user requests fail with `user_banned` from now on. */
  isBanned: boolean;
  /** Claim `app_metadata` of its next token. */
  appMetadata: Record<string, unknown>;
  /** Claim `user_metadata` of its next token. */
  userMetadata: Record<string, unknown>;
  /** Ways to sign in. Empty for an anonymous user. */
  identities: MemoryIdentity[];
  /** Passkeys, oldest first. */
  passkeys: MemoryPasskey[];
  /** Second factors, verified or not. */
  factors: MemoryFactor[];
  /** A new address that is not yet confirmed. */
  newEmail: string | null;
  /** ISO 8601, by the backend's clock. */
  createdAt: string;
}

/** A session in the service's state. */
export interface MemorySession {
  /** The claim `session_id`. */
  id: string;
  /** The user's id. */
  userId: string;
  /** Claim `aal` of its next token. */
  aal: "aal1" | "aal2";
  /** Claim `amr` of its next token. */
  amr: AmrEntry[];
  /** Overrides claims of every token of the session. */
  claims: Record<string, unknown>;
}

/** The service keeps used tokens, to distinguish a lost response from theft. */
export interface RefreshToken {
  sessionId: string;
  parent: string | null;
  /** Milliseconds since the epoch; null while it is live. */
  revokedAt: number | null;
}

export interface OneTimeToken {
  kind: EmailKind;
  userId: string;
  code: string;
  hash: string;
  expiresAt: number;
  /** Set if the flow ends in a code for the browser that started it (PKCE). */
  challenge: string | null;
}

/** Options of the memory auth service. Defaults are those of a hosted project. */
export interface MemoryAuthOptions {
  /** Lifetime of an access token in seconds. Default 3600. */
  accessTokenSeconds?: number | undefined;
  /** Seconds for which a used refresh token is still accepted. Default 10. */
  refreshReuseSeconds?: number | undefined;
  /** Seconds for which an emailed code or link is valid. Default 3600. */
  otpSeconds?: number | undefined;
  /** Shortest password, in characters. Default 6. */
  minPasswordLength?: number | undefined;
  /** If true, a sign-up needs no confirmation by email. Default false. */
  autoconfirm?: boolean | undefined;
  /** Domain and origins of passkeys. Default: passkeys are off, as `passkey_disabled`. */
  passkeys?: RelyingParty | null | undefined;
  /** Email domains with single sign-on. Default: none. */
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
  /** Session and expiry (milliseconds) of each access token. */
  readonly accessTokens: Map<string, { sessionId: string; expiresAt: number }>;
  readonly oneTimeTokens: Set<OneTimeToken>;
  /** PKCE codes that have not been exchanged. */
  readonly codes: Map<string, { userId: string; challenge: string; kind: EmailKind | "oauth" }>;
  readonly challenges: Map<string, { factorId: string; expiresAt: number }>;
  readonly passkeyChallenges: Map<
    string,
    { challenge: string; userId: string | null; expiresAt: number }
  >;
  /** The visitor's account at each provider, if a test chose one. */
  readonly providers: Map<string, ProviderAccount>;
  /** The provider of each id token. */
  readonly idTokens: Map<string, string>;
  /** The user of each linking in progress. */
  readonly links: Map<string, string>;
  /** Returns the next number for ids, so that they are the same in every run of a test. */
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
