import { AuthRefusal } from "./answers.js";
import type { AuthRequest, AuthRoute, AuthRoutes } from "./routes.js";
import { beginSession, requireBearer } from "./sessions.js";
import { type AuthState, createId, type MemoryPasskey } from "./state.js";
import {
  type RelyingParty,
  toBase64Url,
  verifyAssertion,
  verifyNewCredential,
} from "./webauthn.js";

const CHALLENGE_SECONDS = 300;
const ES256 = -7;

function relyingParty({ options }: AuthState): RelyingParty {
  if (options.passkeys === null) throw new AuthRefusal(404, "passkey_disabled");
  return options.passkeys;
}

/** @param userId null for a sign-in */
function createChallenge(state: AuthState, userId: string | null) {
  const id = createId(state);
  const challenge = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  const expiresAt = state.clock.now() + CHALLENGE_SECONDS * 1000;
  state.passkeyChallenges.set(id, { challenge, userId, expiresAt });
  return { challenge_id: id, challenge, expires_at: Math.floor(expiresAt / 1000) };
}

/** A challenge is valid once. */
function takeChallenge({ state, body }: AuthRequest, userId: string | null): string {
  const id = String(body.challenge_id);
  const found = state.passkeyChallenges.get(id);
  if (!found || found.userId !== userId) throw new AuthRefusal(400, "webauthn_challenge_not_found");
  state.passkeyChallenges.delete(id);
  if (found.expiresAt <= state.clock.now()) {
    throw new AuthRefusal(400, "webauthn_challenge_expired");
  }
  return found.challenge;
}

const descriptorOf = ({ credentialId }: MemoryPasskey) => ({
  id: credentialId,
  type: "public-key" as const,
});

const beginRegistration: AuthRoute = ({ state, bearer }) => {
  const { rpId } = relyingParty(state);
  const { user } = requireBearer(state, bearer);
  const { challenge, ...shown } = createChallenge(state, user.id);
  const name = user.email ?? user.id;
  return {
    ...shown,
    options: {
      challenge,
      rp: { id: rpId, name: rpId },
      user: { id: toBase64Url(new TextEncoder().encode(user.id)), name, displayName: name },
      pubKeyCredParams: [{ type: "public-key", alg: ES256 }],
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      excludeCredentials: user.passkeys.map(descriptorOf),
      attestation: "none",
    },
  };
};

const register: AuthRoute = async (request) => {
  const { state, bearer, body } = request;
  const party = relyingParty(state);
  const { user } = requireBearer(state, bearer);
  const challenge = takeChallenge(request, user.id);
  const expected = { ...party, challenge, type: "webauthn.create" as const };
  const { id, publicKey } = await verifyNewCredential(body.credential, expected);
  if (findPasskey(state, id)) throw new AuthRefusal(422, "webauthn_credential_exists");
  const passkey: MemoryPasskey = {
    id: createId(state),
    credentialId: id,
    publicKey,
    name: "",
    createdAt: new Date(state.clock.now()).toISOString(),
  };
  user.passkeys.push(passkey);
  return present(passkey);
};

const beginAuthentication: AuthRoute = ({ state }) => {
  const { rpId } = relyingParty(state);
  const { challenge, ...shown } = createChallenge(state, null);
  return { ...shown, options: { challenge, rpId, userVerification: "preferred" } };
};

const authenticate: AuthRoute = async (request) => {
  const { state, body } = request;
  const party = relyingParty(state);
  const challenge = takeChallenge(request, null);
  const { id } = Object(body.credential) as { id?: unknown };
  const found = findPasskey(state, id);
  if (!found) throw new AuthRefusal(400, "webauthn_credential_not_found");
  const expected = { ...party, challenge, type: "webauthn.get" as const };
  await verifyAssertion(body.credential, found.passkey.publicKey, expected);
  return beginSession(state, found.user, { method: "passkey" });
};

function findPasskey(state: AuthState, credentialId: unknown) {
  for (const user of state.users.values()) {
    const passkey = user.passkeys.find((each) => each.credentialId === credentialId);
    if (passkey) return { user, passkey };
  }
  return null;
}

function present({ id, name, createdAt }: MemoryPasskey) {
  return { id, created_at: createdAt, ...(name === "" ? {} : { friendly_name: name }) };
}

function requirePasskey({ state, bearer, id }: AuthRequest) {
  const { user } = requireBearer(state, bearer);
  const passkey = user.passkeys.find((each) => each.id === id);
  if (!passkey) throw new AuthRefusal(404, "webauthn_credential_not_found");
  return { user, passkey };
}

const list: AuthRoute = ({ state, bearer }) =>
  requireBearer(state, bearer).user.passkeys.map(present);

const rename: AuthRoute = (request) => {
  const { passkey } = requirePasskey(request);
  passkey.name = String(request.body.friendly_name);
  return present(passkey);
};

const remove: AuthRoute = (request) => {
  const { user, passkey } = requirePasskey(request);
  user.passkeys = user.passkeys.filter((each) => each !== passkey);
  return undefined;
};

export const PASSKEY_ROUTES: AuthRoutes = {
  "POST /passkeys/registration/options": beginRegistration,
  "POST /passkeys/registration/verify": register,
  "POST /passkeys/authentication/options": beginAuthentication,
  "POST /passkeys/authentication/verify": authenticate,
  "GET /passkeys": list,
  "PATCH /passkeys/:id": rename,
  "DELETE /passkeys/:id": remove,
};
