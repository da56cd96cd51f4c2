import { AuthRefusal } from "./answers.js";
import { signInWithIdToken } from "./identities.js";
import { sendOneTimeToken } from "./one-time.js";
import type { AuthRequest, AuthRoute, AuthRoutes } from "./routes.js";
import { beginSession, type MemoryTokens, refreshSession } from "./sessions.js";
import type { MemoryUser } from "./state.js";
import { checkPassword, createUser, findByEmail, presentUser } from "./users.js";
import { exchangeCode } from "./verify.js";

const ANONYMOUS = "anonymous";

function metadataOf(body: Record<string, unknown>): Record<string, unknown> {
  return typeof body.data === "object" && body.data !== null ? { ...body.data } : {};
}

function emailOf(body: Record<string, unknown>): string {
  const { email } = body;
  if (typeof email !== "string" || !email.includes("@")) {
    throw new AuthRefusal(400, "validation_failed");
  }
  return email;
}

function emailTo(
  { state, body, query }: AuthRequest,
  user: MemoryUser,
  kind: "signup" | "magiclink" | "recovery",
): void {
  sendOneTimeToken(state, user, {
    kind,
    to: user.email ?? "",
    challenge: body.code_challenge,
    redirectTo: query.get("redirect_to"),
  });
}

const signUp: AuthRoute = (request) => {
  const { state, body } = request;
  const userMetadata = metadataOf(body);
  if (body.email === undefined) {
    return beginSession(state, createUser(state, { userMetadata }), { method: ANONYMOUS });
  }
  const email = emailOf(body);
  const password = checkPassword(state, body.password);
  const { autoconfirm } = state.options;
  const known = findByEmail(state, email);
  if (known?.isConfirmed) {
    if (autoconfirm) throw new AuthRefusal(422, "user_already_exists");
    // The response must not show whether the address has an account.
    return { ...presentUser(known), identities: [], user_metadata: userMetadata };
  }
  const user =
    known ?? createUser(state, { email, password, userMetadata, isConfirmed: autoconfirm });
  if (autoconfirm) return beginSession(state, user);
  emailTo(request, user, "signup");
  return presentUser(user);
};

function signInWithPassword({ state, body }: AuthRequest): Promise<MemoryTokens> {
  const user = findByEmail(state, body.email);
  if (!user || user.password === null || user.password !== body.password) {
    throw new AuthRefusal(400, "invalid_credentials");
  }
  if (user.isBanned) throw new AuthRefusal(400, "user_banned");
  if (!user.isConfirmed) throw new AuthRefusal(400, "email_not_confirmed");
  return beginSession(state, user);
}

const token: AuthRoute = (request) => {
  const { state, query, body } = request;
  switch (query.get("grant_type")) {
    case "password":
      return signInWithPassword(request);
    case "refresh_token":
      return refreshSession(state, body.refresh_token);
    case "id_token":
      return signInWithIdToken(request);
    case "pkce":
      return exchangeCode(request);
    default:
      throw new AuthRefusal(400, "validation_failed");
  }
};

const otp: AuthRoute = (request) => {
  const { state, body } = request;
  const email = emailOf(body);
  const known = findByEmail(state, email);
  if (!known && body.create_user === false) throw new AuthRefusal(422, "otp_disabled");
  const user =
    known ?? createUser(state, { email, userMetadata: metadataOf(body), isConfirmed: false });
  emailTo(request, user, user.isConfirmed ? "magiclink" : "signup");
  return {};
};

const recover: AuthRoute = (request) => {
  const user = findByEmail(request.state, emailOf(request.body));
  if (user) emailTo(request, user, "recovery");
  return {};
};

const resend: AuthRoute = (request) => {
  const user = findByEmail(request.state, emailOf(request.body));
  if (user && !user.isConfirmed && request.body.type === "signup") emailTo(request, user, "signup");
  return {};
};

export const SIGN_IN_ROUTES: AuthRoutes = {
  "POST /signup": signUp,
  "POST /token": token,
  "POST /otp": otp,
  "POST /magiclink": otp,
  "POST /recover": recover,
  "POST /resend": resend,
};
