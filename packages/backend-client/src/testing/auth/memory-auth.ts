import { ACCOUNT_ROUTES } from "./account.js";
import { AuthRefusal, authAnswer, refusalAnswer } from "./answers.js";
import { FACTOR_ROUTES } from "./factors.js";
import { IDENTITY_ROUTES } from "./identities.js";
import { PASSKEY_ROUTES } from "./passkeys.js";
import type { AuthRoute, AuthRoutes } from "./routes.js";
import { beginSession, type MemoryTokens, type NewSession } from "./sessions.js";
import { SIGN_IN_ROUTES } from "./sign-in.js";
import {
  type AuthState,
  createId,
  type MemorySession,
  type MemoryUser,
  type ProviderAccount,
} from "./state.js";
import { createUser, type NewUser } from "./users.js";
import { VERIFY_ROUTES } from "./verify.js";

/** Controls the memory backend's auth service. */
export interface MemoryAuth {
  /** Adds an account. The account's email address is confirmed by default. */
  createUser(user?: NewUser): MemoryUser;
  /** Creates a session without a flow, for the given account or for a new account. */
  signIn(session?: NewSession & { user?: MemoryUser | undefined }): Promise<MemoryTokens>;
  /** All accounts by id. To ban a user, set `isBanned`. To delete an account, delete its entry. */
  readonly users: Map<string, MemoryUser>;
  /** All sessions by id. To end a session, delete its entry. */
  readonly sessions: Map<string, MemorySession>;
  /**
   * Sets the account with which the visitor signs in at a provider, or at `sso:DOMAIN`. Default:
   * `person@PROVIDER.test`, or `person@DOMAIN`.
   */
  setProviderAccount(provider: string, account: ProviderAccount): void;
  /** Creates an id token of the visitor's account at a provider, for `signInWithIdToken`. */
  createIdToken(provider: string): string;
  /** Replaces the signing key. The service's key set then contains only the new key. */
  rotateSigningKey(): void;
}

const ROUTES: AuthRoutes = {
  ...SIGN_IN_ROUTES,
  ...VERIFY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...FACTOR_ROUTES,
  ...IDENTITY_ROUTES,
  ...PASSKEY_ROUTES,
  "GET /.well-known/jwks.json": ({ state }) => state.signer.jwks(),
  "GET /health": () => ({ name: "memory" }),
};

function findRoute(method: string, path: string): { route: AuthRoute; id: string } | null {
  const parts = path.split("/");
  for (const [key, route] of Object.entries(ROUTES)) {
    const [routeMethod, pattern = ""] = key.split(" ");
    const wanted = pattern.split("/");
    if (routeMethod !== method || wanted.length !== parts.length) continue;
    if (wanted.every((part, index) => part === ":id" || part === parts[index])) {
      return { route, id: parts[wanted.indexOf(":id")] ?? "" };
    }
  }
  return null;
}

export async function answerAuth(
  state: AuthState,
  call: { method: string; path: string; bearer: string | null; body: Record<string, unknown> },
): Promise<Response> {
  const { pathname, searchParams: query } = new URL(call.path, state.url);
  const found = findRoute(call.method, pathname.replace(/^\/auth\/v1/, ""));
  if (!found) return authAnswer(404, { code: "validation_failed", message: "no such endpoint" });
  try {
    const { id, route } = found;
    const { body, bearer } = call;
    const answer = await route({ state, query, body, bearer, id });
    if (answer instanceof Response) return answer;
    return answer === undefined ? new Response(null, { status: 204 }) : authAnswer(200, answer);
  } catch (thrown) {
    if (thrown instanceof AuthRefusal) return refusalAnswer(thrown);
    throw thrown;
  }
}

export function createMemoryAuth(state: AuthState): MemoryAuth {
  return {
    users: state.users,
    sessions: state.sessions,
    createUser: (user = {}) => createUser(state, user),
    signIn: ({ user, ...session } = {}) => {
      const email = `person-${state.users.size + 1}@example.test`;
      return beginSession(state, user ?? createUser(state, { email }), session);
    },
    setProviderAccount: (provider, account) => void state.providers.set(provider, account),
    createIdToken: (provider) => {
      const token = `id-token-${createId(state)}`;
      state.idTokens.set(token, provider);
      return token;
    },
    rotateSigningKey: () => state.signer.rotate(),
  };
}
