import { encodeBase32, isTotpCode } from "../totp.js";
import { AuthRefusal } from "./answers.js";
import type { AuthRequest, AuthRoute, AuthRoutes } from "./routes.js";
import { renewSession, requireBearer } from "./sessions.js";
import { createId, type MemoryFactor } from "./state.js";

const CHALLENGE_SECONDS = 300;

function requireFactor({ state, bearer, id }: AuthRequest) {
  const { user, session } = requireBearer(state, bearer);
  const factor = user.factors.find((each) => each.id === id);
  if (!factor) throw new AuthRefusal(404, "mfa_factor_not_found");
  return { user, session, factor };
}

const enroll: AuthRoute = ({ state, bearer, body }) => {
  const { user } = requireBearer(state, bearer);
  if (body.factor_type !== "totp") throw new AuthRefusal(400, "validation_failed");
  const name = typeof body.friendly_name === "string" ? body.friendly_name : "";
  if (name !== "" && user.factors.some((factor) => factor.friendly_name === name)) {
    throw new AuthRefusal(422, "mfa_factor_name_conflict");
  }
  const id = createId(state);
  const secret = encodeBase32(new TextEncoder().encode(id.replaceAll("-", "").slice(-20)));
  const factor: MemoryFactor = {
    id,
    factor_type: "totp",
    status: "unverified",
    secret,
    ...(name === "" ? {} : { friendly_name: name }),
  };
  user.factors.push(factor);
  const uri = `otpauth://totp/${encodeURIComponent(user.email ?? id)}?secret=${secret}`;
  const qr_code = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  return { id, type: "totp", friendly_name: name, totp: { qr_code, secret, uri } };
};

const challenge: AuthRoute = (request) => {
  const { state } = request;
  const { factor } = requireFactor(request);
  const id = createId(state);
  const expiresAt = state.clock.now() + CHALLENGE_SECONDS * 1000;
  state.challenges.set(id, { factorId: factor.id, expiresAt });
  return { id, type: "totp", expires_at: Math.floor(expiresAt / 1000) };
};

const verify: AuthRoute = async (request) => {
  const { state, body } = request;
  const { factor, session } = requireFactor(request);
  const asked = state.challenges.get(String(body.challenge_id));
  if (asked?.factorId !== factor.id) throw new AuthRefusal(404, "mfa_factor_not_found");
  const now = state.clock.now();
  if (asked.expiresAt <= now) throw new AuthRefusal(422, "mfa_challenge_expired");
  if (!(await isTotpCode(factor.secret, body.code, now))) {
    throw new AuthRefusal(422, "mfa_verification_failed");
  }
  state.challenges.delete(String(body.challenge_id));
  factor.status = "verified";
  session.aal = "aal2";
  const timestamp = Math.floor(now / 1000);
  session.amr = [
    { method: "totp", timestamp },
    ...session.amr.filter(({ method }) => method !== "totp"),
  ];
  return renewSession(state, session);
};

const unenroll: AuthRoute = (request) => {
  const { user, session, factor } = requireFactor(request);
  if (factor.status === "verified" && session.aal !== "aal2") {
    throw new AuthRefusal(422, "insufficient_aal");
  }
  user.factors = user.factors.filter((each) => each !== factor);
  return { id: factor.id };
};

export const FACTOR_ROUTES: AuthRoutes = {
  "POST /factors": enroll,
  "POST /factors/:id/challenge": challenge,
  "POST /factors/:id/verify": verify,
  "DELETE /factors/:id": unenroll,
};
