import { type Context, Hono } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import { PKCE_PREFIX } from "./codes.ts";
import type { AuthContext } from "./context.ts";
import { parseEmail } from "./email-address.ts";
import { AuthError, expiredOtp, invalid } from "./errors.ts";
import { issueAuthCode } from "./flow-state.ts";
import { checkPhone } from "./phone.ts";
import { chooseRedirect } from "./redirects.ts";
import { readBody, textField } from "./requests.ts";
import { type SessionJson, signIn } from "./sessions.ts";
import { type Proof, verifyToken } from "./verify-token.ts";

const HALF_CONFIRMED =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const LINK_EXPIRED = "Email link is invalid or has expired";

const verifyBody = z.object({
  type: textField,
  email: textField,
  phone: textField,
  token: textField,
  token_hash: textField,
  redirect_to: textField,
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
        const expiredMessage = "tokenHash" in proof ? LINK_EXPIRED : undefined;
        const verified = await verifyToken(auth, tx, { type, proof, expiredMessage });
        if (verified === "half_confirmed") return { msg: HALF_CONFIRMED, code: "200" };
        return signIn(auth, tx, { user: verified.user, method: "otp" });
      });
      return c.json(answer);
    })
    .get("/verify", async (c) => {
      // Email scanners send HEAD requests, which must not use up the code.
      if (c.req.method === "HEAD") return c.body(null);
      c.header("cache-control", "no-store");
      auth.limits.countRequest(c, "verify");
      const redirectTo = chooseRedirect(auth.config, c);
      const token = c.req.query("token") ?? "";
      const type = c.req.query("type") ?? "";
      // Emailed links always have both parameters. Other requests get an error instead of a
      // redirect.
      if (type === "") throw invalid("Verify requires a verification type");
      if (token === "") throw invalid("Verify requires a token or a token hash");
      const isPkce = token.startsWith(PKCE_PREFIX);
      try {
        const outcome = await followLink(auth, c, { token, type, isPkce });
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
  const { email, phone, token, token_hash: tokenHash, redirect_to: redirectTo } = body;
  if ((token === undefined) === (tokenHash === undefined)) {
    throw invalid("Verify requires either a token or a token hash");
  }
  if (tokenHash !== undefined) {
    if (email !== undefined || phone !== undefined || redirectTo !== undefined) {
      throw invalid("Only the token_hash and type should be provided");
    }
    return { tokenHash };
  }
  if ((email === undefined) === (phone === undefined) || token === undefined) {
    throw invalid("Only an email address or phone number should be provided on verify");
  }
  if (phone !== undefined) checkPhone(phone);
  // No codes are sent to phone numbers.
  if (email === undefined) throw expiredOtp();
  return { email: parseVerified(email), token };
}

function parseVerified(email: string): string {
  try {
    return parseEmail(email);
  } catch (cause) {
    throw new AuthError(422, "validation_failed", "Invalid email format", {}, { cause });
  }
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
  if (isPkce) {
    for (const [name, value] of parameters) url.searchParams.set(name, value);
    // Hosted Supabase sorts the parameters.
    url.searchParams.sort();
  }
  parameters.set("sb", "");
  url.hash = parameters.toString();
  return url.href;
}
