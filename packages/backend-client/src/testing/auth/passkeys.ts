import { AuthRefusal } from "./answers.js";
import { COSE_ALGORITHMS, toBase64Url } from "./cose.js";
import type { AuthRequest, AuthRoute, AuthRoutes } from "./routes.js";
import { beginSession, requireBearer } from "./sessions.js";
import { type AuthState, createId, type MemoryPasskey, type MemoryUser } from "./state.js";
import {
  type RelyingParty,
  readAssertion,
  verifyAssertion,
  verifyNewCredential,
} from "./webauthn.js";

const CHALLENGE_SECONDS = 300;
const MAX_PASSKEYS = 10;
const MAX_NAME_BYTES = 120;
const DEFAULT_NAME = "Passkey";
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

type PasskeyRoute = (request: AuthRequest, party: RelyingParty) => ReturnType<AuthRoute>;

function enabled(route: PasskeyRoute): AuthRoute {
  return (request) => {
    const { passkeys } = request.state.options;
    if (passkeys === null) throw new AuthRefusal(404, "passkey_disabled");
    return route(request, passkeys);
  };
}

function requireManager({ state, bearer }: AuthRequest): MemoryUser {
  const { user, session } = requireBearer(state, bearer);
  const hasFactor = user.factors.some(({ status }) => status === "verified");
  if (hasFactor && session.aal !== "aal2") throw new AuthRefusal(403, "insufficient_aal");
  return user;
}

function requireOwner(request: AuthRequest): MemoryUser {
  const { user } = requireBearer(request.state, request.bearer);
  if (user.email === null) throw new AuthRefusal(403, "no_authorization");
  if (user.identities.some(({ provider }) => provider.startsWith("sso:"))) {
    throw new AuthRefusal(422, "validation_failed");
  }
  return requireManager(request);
}

function checkCount(user: MemoryUser): void {
  if (user.passkeys.length >= MAX_PASSKEYS) throw new AuthRefusal(422, "too_many_passkeys");
}

function createChallenge(state: AuthState, userId: string | null) {
  const id = createId(state);
  const challenge = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const expiresAt = state.clock.now() + CHALLENGE_SECONDS * 1000;
  state.passkeyChallenges.set(id, { challenge, userId, expiresAt });
  return { challenge_id: id, challenge, expires_at: Math.floor(expiresAt / 1000) };
}

function takeChallenge({ state, body }: AuthRequest, userId: string | null): string {
  const id = String(body.challenge_id);
  if (!UUID.test(id) || body.credential === undefined) {
    throw new AuthRefusal(400, "validation_failed");
  }
  const found = state.passkeyChallenges.get(id);
  if (!found || found.userId !== userId) throw new AuthRefusal(400, "webauthn_challenge_not_found");
  state.passkeyChallenges.delete(id);
  if (found.expiresAt < state.clock.now()) throw new AuthRefusal(400, "webauthn_challenge_expired");
  return found.challenge;
}

const descriptorOf = ({ credentialId }: MemoryPasskey) => ({
  type: "public-key" as const,
  id: credentialId,
});

const TIMEOUT_MS = 300_000;

const beginRegistration: PasskeyRoute = (request, { rpId }) => {
  const user = requireOwner(request);
  checkCount(user);
  const { challenge, ...shown } = createChallenge(request.state, user.id);
  const name = user.email ?? "";
  const displayName = typeof user.userMetadata.name === "string" ? user.userMetadata.name : name;
  return {
    ...shown,
    options: {
      rp: { name: rpId, id: rpId },
      user: { name, displayName, id: toBase64Url(new TextEncoder().encode(user.id)) },
      challenge,
      pubKeyCredParams: Object.values(COSE_ALGORITHMS).map((alg) => ({ type: "public-key", alg })),
      timeout: TIMEOUT_MS,
      ...(user.passkeys.length > 0 && { excludeCredentials: user.passkeys.map(descriptorOf) }),
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      attestation: "none",
    },
  };
};

const register: PasskeyRoute = async (request, party) => {
  const { state, body } = request;
  const user = requireOwner(request);
  const challenge = takeChallenge(request, user.id);
  const expected = { ...party, challenge, type: "webauthn.create" as const };
  const { id, publicKey } = await verifyNewCredential(body.credential, expected);
  checkCount(user);
  const all = [...state.users.values()].flatMap(({ passkeys }) => passkeys);
  // Version 2.196 of the service returns this error instead of `webauthn_credential_exists`.
  if (all.some(({ credentialId }) => credentialId === id)) {
    throw new AuthRefusal(500, "unexpected_failure");
  }
  const passkey: MemoryPasskey = {
    id: createId(state),
    credentialId: id,
    publicKey,
    name: DEFAULT_NAME,
    createdAt: new Date(state.clock.now()).toISOString(),
    lastUsedAt: null,
  };
  user.passkeys.push(passkey);
  return present(passkey);
};

const beginAuthentication: PasskeyRoute = ({ state }, { rpId }) => {
  const { challenge, ...shown } = createChallenge(state, null);
  return {
    ...shown,
    options: { challenge, timeout: TIMEOUT_MS, rpId, userVerification: "preferred" },
  };
};

const authenticate: PasskeyRoute = async (request, party) => {
  const { state, body } = request;
  const challenge = takeChallenge(request, null);
  const { id, userId } = await readAssertion(body.credential);
  const user = state.users.get(userId);
  const passkey = user?.passkeys.find(({ credentialId }) => credentialId === id);
  if (!user || !passkey) throw new AuthRefusal(400, "webauthn_verification_failed");
  const expected = { ...party, challenge, type: "webauthn.get" as const };
  await verifyAssertion(body.credential, passkey.publicKey, expected);
  if (!user.isConfirmed) throw new AuthRefusal(403, "email_not_confirmed");
  if (user.isBanned) throw new AuthRefusal(403, "user_banned");
  passkey.lastUsedAt = new Date(state.clock.now()).toISOString();
  return beginSession(state, user, { method: "passkey" });
};

function present({ id, name, createdAt, lastUsedAt }: MemoryPasskey) {
  return {
    id,
    friendly_name: name,
    created_at: createdAt,
    ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt }),
  };
}

function findPasskey({ passkeys }: MemoryUser, id: string): MemoryPasskey {
  const passkey = passkeys.find((each) => each.id === id);
  if (!passkey) throw new AuthRefusal(404, "validation_failed");
  return passkey;
}

const list: PasskeyRoute = ({ state, bearer }) =>
  requireBearer(state, bearer).user.passkeys.map(present);

const rename: PasskeyRoute = ({ state, bearer, body, id }) => {
  const { user } = requireBearer(state, bearer);
  if (!UUID.test(id)) throw new AuthRefusal(404, "validation_failed");
  const name = body.friendly_name;
  const isName = typeof name === "string" && name !== "";
  if (!isName || new TextEncoder().encode(name).length > MAX_NAME_BYTES) {
    throw new AuthRefusal(400, "validation_failed");
  }
  const passkey = findPasskey(user, id);
  passkey.name = name;
  return present(passkey);
};

const remove: PasskeyRoute = (request) => {
  const user = requireManager(request);
  const passkey = findPasskey(user, request.id);
  user.passkeys = user.passkeys.filter((each) => each !== passkey);
  return undefined;
};

export const PASSKEY_ROUTES: AuthRoutes = {
  "POST /passkeys/registration/options": enabled(beginRegistration),
  "POST /passkeys/registration/verify": enabled(register),
  "POST /passkeys/authentication/options": enabled(beginAuthentication),
  "POST /passkeys/authentication/verify": enabled(authenticate),
  "GET /passkeys": enabled(list),
  "PATCH /passkeys/:id": enabled(rename),
  "DELETE /passkeys/:id": enabled(remove),
};
