import type { EmailKind } from "../email-sink.js";
import { AuthRefusal } from "./answers.js";
import { linkProvider, signInWithProvider } from "./identities.js";
import { takeOneTimeToken } from "./one-time.js";
import type { AuthRequest, AuthRoute, AuthRoutes } from "./routes.js";
import { beginSession, type MemoryTokens } from "./sessions.js";
import { type AuthState, createId, type MemoryUser } from "./state.js";
import { findByEmail } from "./users.js";

const postVerify: AuthRoute = ({ state, body }) => {
  const { user } = takeOneTimeToken(state, {
    type: body.type,
    ...(body.token_hash === undefined
      ? { code: body.token, user: findByEmail(state, body.email) ?? byNewEmail(state, body.email) }
      : { hash: body.token_hash }),
  });
  return beginSession(state, user, { method: "otp" });
};

function byNewEmail(state: AuthState, email: unknown) {
  return [...state.users.values()].find(
    (user) => user.newEmail !== null && user.newEmail === email,
  );
}

function redirectTo(query: URLSearchParams): URL {
  const target = query.get("redirect_to") ?? "http://app.test";
  return new URL(URL.canParse(target) ? target : "http://app.test");
}

function respondRedirect(url: URL): Response {
  return new Response(null, { status: 303, headers: { location: url.href } });
}

function createCode(
  state: AuthState,
  flow: { userId: string; challenge: string; kind: EmailKind | "oauth" },
): string {
  const code = createId(state);
  state.codes.set(code, flow);
  return code;
}

function fail(target: URL, thrown: unknown, error: string): void {
  if (!(thrown instanceof AuthRefusal)) throw thrown;
  target.searchParams.set("error", error);
  target.searchParams.set("error_code", thrown.code);
}

const getVerify: AuthRoute = async ({ state, query }) => {
  const target = redirectTo(query);
  try {
    const { token, user } = takeOneTimeToken(state, {
      type: query.get("type"),
      hash: query.get("token"),
    });
    if (token.challenge === null) {
      const tokens = await beginSession(state, user, { method: "otp" });
      target.hash = new URLSearchParams({
        access_token: tokens.access_token,
        refresh_token: tokens.refresh_token,
        expires_in: String(tokens.expires_in),
        token_type: tokens.token_type,
        type: token.kind,
      }).toString();
    } else {
      const { challenge, kind } = token;
      target.searchParams.set("code", createCode(state, { userId: user.id, challenge, kind }));
    }
  } catch (thrown) {
    fail(target, thrown, "access_denied");
  }
  return respondRedirect(target);
};

function visitorOf(state: AuthState, provider: string, ticket: string | null): MemoryUser {
  if (ticket === null) return signInWithProvider(state, provider);
  const user = state.users.get(state.links.get(ticket) ?? "");
  if (!user) throw new AuthRefusal(400, "bad_oauth_state");
  state.links.delete(ticket);
  linkProvider(state, user, provider);
  return user;
}

const authorize: AuthRoute = ({ state, query }) => {
  const target = redirectTo(query);
  const challenge = query.get("code_challenge");
  const provider = query.get("provider");
  if (challenge === null || provider === null) throw new AuthRefusal(400, "validation_failed");
  try {
    const user = visitorOf(state, provider, query.get("ticket"));
    const code = createCode(state, { userId: user.id, challenge, kind: "oauth" });
    target.searchParams.set("code", code);
  } catch (thrown) {
    fail(target, thrown, "server_error");
  }
  return respondRedirect(target);
};

/** @see RFC 7636 §4.6 */
export async function exchangeCode({ state, body }: AuthRequest): Promise<MemoryTokens> {
  const code = String(body.auth_code);
  const flow = state.codes.get(code);
  const user = flow && state.users.get(flow.userId);
  if (!flow || !user) throw new AuthRefusal(404, "flow_state_not_found");
  const verifier = new TextEncoder().encode(String(body.code_verifier));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", verifier));
  const challenge = btoa(String.fromCharCode(...digest))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  if (challenge !== flow.challenge) throw new AuthRefusal(400, "bad_code_verifier");
  state.codes.delete(code);
  return beginSession(state, user, { method: flow.kind === "oauth" ? "oauth" : "otp" });
}

export const VERIFY_ROUTES: AuthRoutes = {
  "POST /verify": postVerify,
  "GET /verify": getVerify,
  "GET /authorize": authorize,
};
