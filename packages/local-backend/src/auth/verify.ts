import { type Context, Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { PKCE_PREFIX } from "./codes.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import { issueAuthCode } from "./flow-state.ts";
import { chooseRedirect, readRedirect } from "./redirects.ts";
import { emailField, readBody, textField } from "./requests.ts";
import { type SessionJson, signIn } from "./sessions.ts";
import { type Proof, verifyToken } from "./verify-token.ts";

const HALF_CONFIRMED =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const LINK_EXPIRED = "Email link is invalid or has expired";

const verifyBody = z.object({
  type: textField,
  email: emailField,
  phone: textField,
  token: textField,
  token_hash: textField,
});

export function createVerifyRoutes(auth: AuthContext): Hono<ServiceEnv> {
  const limit = auth.limits.limit("verify");
  return new Hono<ServiceEnv>()
    .post("/verify", limit, async (c) => {
      c.header("cache-control", "no-store");
      const body = await readBody(c, verifyBody);
      const { type } = body;
      if (type === undefined) throw invalid("Verify requires a verification type");
      const proof = readProof(body);
      const answer = await auth.transaction(c, async (tx) => {
        const verified = await verifyToken(auth, tx, { type, proof });
        if (verified === "half_confirmed") return { msg: HALF_CONFIRMED, code: "200" };
        return signIn(auth, tx, { user: verified.user, method: "otp" });
      });
      return c.json(answer);
    })
    .get("/verify", async (c) => {
      // Email scanners send HEAD requests to links, which must not use up the code.
      if (c.req.method === "HEAD") return c.body(null);
      c.header("cache-control", "no-store");
      const redirectTo = chooseRedirect(auth.config, readRedirect(c));
      const token = c.req.query("token") ?? "";
      const isPkce = token.startsWith(PKCE_PREFIX);
      try {
        auth.limits.countRequest(c, "verify");
        const link = { token, type: c.req.query("type") ?? "", isPkce };
        const outcome = await followLink(auth, c, link);
        return c.redirect(buildRedirect(redirectTo, outcome), 303);
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        return c.redirect(buildErrorRedirect(redirectTo, error, isPkce), 303);
      }
    });
}

type LinkOutcome =
  | { code: string }
  | { message: string; isPkce: boolean }
  | { session: SessionJson; type: string };

async function followLink(
  auth: AuthContext,
  c: Context<ServiceEnv>,
  link: { token: string; type: string; isPkce: boolean },
): Promise<LinkOutcome> {
  const { token, type, isPkce } = link;
  if (token === "") throw invalid("Verify requires a token or a token hash");
  if (type === "") throw invalid("Verify requires a verification type");
  return auth.transaction(c, async (tx) => {
    const proof = { tokenHash: token };
    const verified = await verifyToken(auth, tx, { type, proof, expiredMessage: LINK_EXPIRED });
    if (verified === "half_confirmed") return { message: HALF_CONFIRMED, isPkce };
    if (isPkce) return { code: await issueAuthCode(auth, tx, verified.user.id, verified.method) };
    const session = await signIn(auth, tx, { user: verified.user, method: "otp" });
    return { session, type };
  });
}

function readProof(body: z.output<typeof verifyBody>): Proof {
  const { email, token, token_hash: tokenHash } = body;
  if (body.phone !== undefined) {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  if (tokenHash !== undefined) {
    if (email !== undefined || token !== undefined) {
      throw invalid("Only the token_hash and type should be provided");
    }
    return { tokenHash };
  }
  if (token === undefined) throw invalid("Verify requires a token or a token hash");
  if (email === undefined) {
    throw invalid("Only an email address or phone number should be provided on verify");
  }
  return { email, token };
}

function buildRedirect(redirectTo: string, outcome: LinkOutcome): string {
  const url = new URL(redirectTo);
  if ("code" in outcome) {
    url.searchParams.set("code", outcome.code);
    return url.href;
  }
  if ("message" in outcome) {
    const message = new URLSearchParams({ message: outcome.message, sb: "" });
    if (outcome.isPkce) url.searchParams.set("message", outcome.message);
    url.hash = message.toString();
    return url.href;
  }
  const { session, type } = outcome;
  url.hash = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type,
    sb: "",
  }).toString();
  return url.href;
}

function buildErrorRedirect(redirectTo: string, error: AuthError, isPkce: boolean): string {
  const url = new URL(redirectTo);
  const parameters = new URLSearchParams({
    error: error.status === 403 ? "access_denied" : "invalid_request",
    error_code: error.code,
    error_description: error.message,
  });
  url.search = isPkce ? parameters.toString() : "";
  parameters.set("sb", "");
  url.hash = parameters.toString();
  return url.href;
}
