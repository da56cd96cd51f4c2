import { AuthRefusal } from "./answers.js";
import { sendOneTimeToken } from "./one-time.js";
import type { AuthRoute, AuthRoutes } from "./routes.js";
import { requireBearer } from "./sessions.js";
import { checkPassword, findByEmail, presentUser } from "./users.js";

const getUser: AuthRoute = ({ state, bearer }) => presentUser(requireBearer(state, bearer).user);

const putUser: AuthRoute = ({ state, bearer, body, query }) => {
  const { user } = requireBearer(state, bearer);
  if (body.password !== undefined) {
    const password = checkPassword(state, body.password);
    if (password === user.password) throw new AuthRefusal(422, "same_password");
    user.password = password;
  }
  if (typeof body.data === "object" && body.data !== null) {
    user.userMetadata = { ...user.userMetadata, ...body.data };
  }
  if (typeof body.email === "string" && body.email !== user.email) {
    if (findByEmail(state, body.email)) throw new AuthRefusal(422, "email_exists");
    user.newEmail = body.email;
    sendOneTimeToken(state, user, {
      kind: "email_change",
      to: body.email,
      challenge: body.code_challenge,
      redirectTo: query.get("redirect_to"),
    });
  }
  return presentUser(user);
};

const reauthenticate: AuthRoute = ({ state, bearer }) => {
  const { user } = requireBearer(state, bearer);
  sendOneTimeToken(state, user, { kind: "reauthentication", to: user.email ?? "" });
  return {};
};

const logout: AuthRoute = ({ state, bearer, query }) => {
  const { session, user } = requireBearer(state, bearer);
  const scope = query.get("scope") ?? "global";
  for (const each of state.sessions.values()) {
    const isMeant =
      scope === "global" || (scope === "others" ? each.id !== session.id : each.id === session.id);
    if (each.userId === user.id && isMeant) state.sessions.delete(each.id);
  }
  return undefined;
};

export const ACCOUNT_ROUTES: AuthRoutes = {
  "GET /user": getUser,
  "PUT /user": putUser,
  "GET /reauthenticate": reauthenticate,
  "POST /logout": logout,
};
