import { AuthRefusal } from "./answers.js";
import type { AuthRequest, AuthRoute, AuthRoutes } from "./routes.js";
import { beginSession, type MemoryTokens, requireBearer } from "./sessions.js";
import { type AuthState, createId, type MemoryUser, type ProviderAccount } from "./state.js";
import { createUser, findByEmail } from "./users.js";

const SSO = "sso:";

function accountAt(state: AuthState, provider: string): ProviderAccount {
  const domain = provider.startsWith(SSO) ? provider.slice(SSO.length) : `${provider}.test`;
  return state.providers.get(provider) ?? { id: `person-${provider}`, email: `person@${domain}` };
}

function findByIdentity(
  state: AuthState,
  provider: string,
  { id }: ProviderAccount,
): MemoryUser | undefined {
  return [...state.users.values()].find(({ identities }) =>
    identities.some((each) => each.provider === provider && each.id === id),
  );
}

function addIdentity(
  state: AuthState,
  user: MemoryUser,
  { provider, account }: { provider: string; account: ProviderAccount },
): void {
  user.identities.push({ identityId: createId(state), provider, ...account });
  const providers = user.identities.map((identity) => identity.provider);
  user.appMetadata = { ...user.appMetadata, provider: providers[0], providers };
}

export function signInWithProvider(state: AuthState, provider: string): MemoryUser {
  const account = accountAt(state, provider);
  const known = findByIdentity(state, provider, account);
  if (known) return known;
  const user = findByEmail(state, account.email) ?? createUser(state, { email: account.email }, []);
  addIdentity(state, user, { provider, account });
  return user;
}

export function linkProvider(state: AuthState, user: MemoryUser, provider: string): void {
  const account = accountAt(state, provider);
  if (findByIdentity(state, provider, account)) {
    throw new AuthRefusal(422, "identity_already_exists");
  }
  user.email ??= account.email;
  addIdentity(state, user, { provider, account });
}

const beginLinking: AuthRoute = ({ state, bearer, query }) => {
  const { user } = requireBearer(state, bearer);
  const ticket = createId(state);
  state.links.set(ticket, user.id);
  const url = new URL(`${state.url}/auth/v1/authorize`);
  for (const [name, value] of query) url.searchParams.set(name, value);
  url.searchParams.set("ticket", ticket);
  return { url: url.href };
};

const unlink: AuthRoute = ({ state, bearer, id }) => {
  const { user } = requireBearer(state, bearer);
  const at = user.identities.findIndex(({ identityId }) => identityId === id);
  if (user.identities.length <= 1) throw new AuthRefusal(422, "single_identity_not_deletable");
  if (at === -1) throw new AuthRefusal(422, "identity_not_found");
  user.identities.splice(at, 1);
  return {};
};

const beginSso: AuthRoute = ({ state, body }) => {
  const domain = String(body.domain ?? body.provider_id);
  if (!state.options.ssoDomains.includes(domain)) {
    throw new AuthRefusal(404, "sso_provider_not_found");
  }
  const url = new URL(`${state.url}/auth/v1/authorize`);
  url.searchParams.set("provider", SSO + domain);
  url.searchParams.set("redirect_to", String(body.redirect_to ?? ""));
  url.searchParams.set("code_challenge", String(body.code_challenge));
  return { url: url.href };
};

export function signInWithIdToken({ state, body, bearer }: AuthRequest): Promise<MemoryTokens> {
  const provider = state.idTokens.get(String(body.id_token));
  if (provider === undefined || provider !== body.provider) {
    throw new AuthRefusal(400, "validation_failed");
  }
  if (body.link_identity !== true) {
    return beginSession(state, signInWithProvider(state, provider), { method: "oauth" });
  }
  const { user } = requireBearer(state, bearer);
  linkProvider(state, user, provider);
  return beginSession(state, user, { method: "oauth" });
}

export const IDENTITY_ROUTES: AuthRoutes = {
  "GET /user/identities/authorize": beginLinking,
  "DELETE /user/identities/:id": unlink,
  "POST /sso": beginSso,
};
