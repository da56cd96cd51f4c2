import { AUTH_DEADLINE_MS } from "../config/constants.js";
import { isBackendError } from "../errors/backend-error.js";
import { CallTime } from "../session/call-time.js";
import { isSessionEvent, type SessionEvent } from "../session/events.js";
import { peekClaims } from "../session/jwt.js";
import { proveUser } from "../session/prove-user.js";
import { startSkewCooldown } from "../session/refresh.js";
import { revokeSession } from "../session/revoke-session.js";
import type { TokenSet } from "../session/types.js";
import { type Verification, verifyToken } from "../session/verify.js";
import type { FlowTrace } from "./flow-client.js";
import type { FlowContext, FlowPlan } from "./flow-context.js";
import { mismatchedLink, uncheckedSignIn } from "./flow-errors.js";
import type { CompletedSignIn } from "./hooks.js";
import { providerTokensOf, userOf } from "./signed-in.js";

export async function checkNew(
  { backend, secret, caller, log }: FlowContext,
  { accessToken, refreshToken }: TokenSet,
): Promise<Verification> {
  const check = await verifyToken(backend, accessToken, {
    secret,
    isFromService: true,
    headers: caller.forwarded,
    limiter: caller,
    time: new CallTime(backend.runtime, AUTH_DEADLINE_MS),
    log,
  });
  if (check.status !== "valid" && check.error.code === "clock_skew") {
    await startSkewCooldown(backend, refreshToken, { error: check.error, log });
  }
  return check;
}

function revoke({ backend, caller, log, waitUntil }: FlowContext, token: string): void {
  waitUntil(revokeSession(backend, token, { headers: caller.forwarded, log }));
}

/**
 * Reports only a token that the keys in memory verify, because a forged cookie must cause no
 * report.
 */
async function reportReplaced(context: FlowContext, token: string): Promise<void> {
  const { backend, secret, log } = context;
  const time = new CallTime(backend.runtime, 0);
  const userId = log.watcher && (await proveUser(backend, token, { secret, time }));
  const sessionId = peekClaims(token)?.session_id;
  if (userId === undefined || sessionId === undefined) return;
  log.watcher?.signedOut({ userId, sessionId, scope: "local", reason: "replaced" });
}

async function replaceSession(
  context: FlowContext,
  tokens: TokenSet,
  event: SessionEvent,
): Promise<void> {
  const { store } = await context.open();
  const read = store.read();
  const isOther =
    read.status === "whole" &&
    peekClaims(read.session.accessToken)?.session_id !== peekClaims(tokens.accessToken)?.session_id;
  await store.write(tokens, event, isOther ? read.session : null);
  if (!isOther) return;
  revoke(context, read.session.accessToken);
  await reportReplaced(context, read.session.accessToken);
}

export async function isCurrentUser(
  { open }: FlowContext,
  userId: string | undefined,
): Promise<boolean> {
  const { store } = await open();
  const read = store.read();
  if (userId === undefined || read.status !== "whole") return false;
  return (
    peekClaims(read.session.accessToken)?.sub === userId && !(await store.ends.has(read.session))
  );
}

export async function signedInUser(context: FlowContext): Promise<string | undefined> {
  const session = await context.session();
  if (session.status === "authenticated") return session.claims.sub;
  const { store } = await context.open();
  const read = store.read();
  const isUnknown = session.status === "unavailable" && read.status === "whole";
  return isUnknown ? peekClaims(read.session.accessToken)?.sub : undefined;
}

function isSameAddress(found: string | undefined, expected: string): boolean {
  return found?.toLowerCase() === expected.trim().toLowerCase();
}

interface NewSession {
  tokens: TokenSet;
  event: SessionEvent;
  operation: string;
  signIn: Omit<CompletedSignIn, "scope" | "claims"> | null;
  onlyUser?: string | undefined;
}

/**
 * Stores a new session. If the session's user is not the expected one, or `allowSignIn` refuses,
 * the function ends the session at the auth service and writes no cookies.
 * @returns a function that starts the hook `signedIn`. Call it at the end of the flow
 */
export async function keepSession(
  context: FlowContext,
  check: Verification,
  { tokens, event, operation, signIn, onlyUser }: NewSession,
): Promise<() => void> {
  const { hooks, log } = context;
  const claims = check.status === "valid" ? check.claims : null;
  try {
    const { expectedEmail } = context;
    const email = signIn?.user?.email ?? claims?.email;
    if (expectedEmail !== undefined && !isSameAddress(email, expectedEmail)) {
      throw mismatchedLink(operation, "the one whose email address is in its fragment");
    }
    if (onlyUser !== undefined && peekClaims(tokens.accessToken)?.sub !== onlyUser) {
      throw mismatchedLink(operation, "the one who is signed in");
    }
    if (hooks?.isGuarded && signIn) {
      const { providerTokens: _, ...candidate } = signIn;
      if (check.status !== "valid") throw uncheckedSignIn(check.error, operation);
      const given = { ...candidate, claims: check.claims };
      // Throws if the session is too large for the cookies. Inside the hook, this error would count
      // as a failure of the hook.
      context.openAs(tokens);
      await hooks.checkSignIn(operation, (signal) => ({
        ...given,
        scope: context.openAs(tokens, signal),
      }));
    }
    await replaceSession(context, tokens, event);
  } catch (thrown) {
    if (isBackendError(thrown) && thrown.code === "cookie_too_large") log("cookie_too_large");
    revoke(context, tokens.accessToken);
    throw thrown;
  }
  return () => {
    if (!signIn || !claims) return;
    hooks?.completeSignIn(() => ({ ...signIn, claims, scope: context.openAs(tokens) }));
  };
}

const NOTHING = (): void => undefined;

export async function keepFlow(
  context: FlowContext,
  { tokens, event }: FlowTrace,
  { plan, data }: { plan: FlowPlan; data: unknown },
): Promise<() => void> {
  if (tokens) {
    const { via, operation } = plan;
    const providerTokens = context.isProviderShown ? providerTokensOf(data) : undefined;
    const signIn = via && {
      via,
      user: userOf(data),
      ...(providerTokens ? { providerTokens } : {}),
    };
    const named = isSessionEvent(event) ? event : "SIGNED_IN";
    // The callback cannot distinguish a sign-in from `linkIdentity`. If the same user was already
    // signed in, the event is an update.
    const isUpdate =
      via === "exchangeCodeForSession" &&
      named === "SIGNED_IN" &&
      (await isCurrentUser(context, peekClaims(tokens.accessToken)?.sub));
    const check = await checkNew(context, tokens);
    return keepSession(context, check, {
      tokens,
      event: isUpdate ? "USER_UPDATED" : named,
      operation,
      signIn: signIn ?? null,
      onlyUser: plan.onlyUser?.(),
    });
  }
  if (event === "USER_UPDATED") {
    // The token was issued before the flow changed the user, so its claims are old.
    await context.refresh();
    await (await context.open()).store.note("USER_UPDATED");
  }
  return NOTHING;
}
