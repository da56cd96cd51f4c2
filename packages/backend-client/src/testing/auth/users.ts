import { AuthRefusal } from "./answers.js";
import { type AuthState, createId, type MemoryIdentity, type MemoryUser } from "./state.js";

/** Options of a new account. */
export interface NewUser {
  /** Email address. Default: none, which creates an anonymous user. */
  email?: string | undefined;
  /** Password in plain text. Default: none, so the user cannot sign in with a password. */
  password?: string | undefined;
  /** True if the email address is confirmed. Default true. */
  isConfirmed?: boolean | undefined;
  /** Data to add to `app_metadata`. Default: nothing. */
  appMetadata?: Record<string, unknown> | undefined;
  /** Data for `user_metadata`. Default: nothing. */
  userMetadata?: Record<string, unknown> | undefined;
}

export function createUser(
  state: AuthState,
  user: NewUser,
  identities: MemoryIdentity[] | null = null,
): MemoryUser {
  const id = createId(state);
  const { email } = user;
  const own = email ? [{ identityId: createId(state), provider: "email", id, email }] : [];
  const created: MemoryUser = {
    id,
    email: user.email ?? null,
    password: user.password ?? null,
    isConfirmed: user.isConfirmed ?? true,
    isBanned: false,
    appMetadata: user.email ? { provider: "email", providers: ["email"] } : {},
    userMetadata: { ...user.userMetadata },
    identities: identities ?? own,
    factors: [],
    passkeys: [],
    newEmail: null,
    createdAt: new Date(state.clock.now()).toISOString(),
  };
  Object.assign(created.appMetadata, user.appMetadata);
  state.users.set(created.id, created);
  return created;
}

export function findByEmail(state: AuthState, email: unknown): MemoryUser | undefined {
  if (typeof email !== "string" || email === "") return undefined;
  return [...state.users.values()].find(
    (user) => user.email?.toLowerCase() === email.toLowerCase(),
  );
}

export function checkPassword(state: AuthState, password: unknown): string {
  if (typeof password === "string" && password.length >= state.options.minPasswordLength) {
    return password;
  }
  throw new AuthRefusal(422, "weak_password", { weak_password: { reasons: ["length"] } });
}

export function presentUser(user: MemoryUser): Record<string, unknown> {
  const { id, email, isConfirmed, newEmail, createdAt, factors, identities } = user;
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: email ?? "",
    phone: "",
    ...(isConfirmed && email ? { email_confirmed_at: createdAt, confirmed_at: createdAt } : {}),
    ...(newEmail ? { new_email: newEmail } : {}),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: identities.map((identity) => ({
      id: identity.id,
      identity_id: identity.identityId,
      user_id: id,
      provider: identity.provider,
      identity_data: { sub: identity.id, email: identity.email },
    })),
    ...(factors.length > 0
      ? {
          factors: factors.map(({ secret: _, ...shown }) => ({
            ...shown,
            created_at: createdAt,
            updated_at: createdAt,
          })),
        }
      : {}),
    created_at: createdAt,
    updated_at: createdAt,
    is_anonymous: email === null,
  };
}
