import { AUTH_DEADLINE_MS } from "../config/constants.js";
import { CallTime } from "../session/call-time.js";
import { isSessionEvent, type SessionEvent } from "../session/events.js";
import { peekClaims } from "../session/jwt.js";
import { startSkewCooldown } from "../session/refresh.js";
import { revokeSession } from "../session/revoke-session.js";
import type { TokenSet } from "../session/types.js";
import { type Verification, verifyToken } from "../session/verify.js";
import type { FlowTrace } from "./flow-client.js";
import type { FlowContext } from "./flow-context.js";

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

/**
 * Writes a new session to the cookies, and ends the session that it replaces at the service.
 * @throws BackendError `cookie_too_large`; the new session then ends at the service
 */
export async function replaceSession(
  { backend, caller, open }: FlowContext,
  tokens: TokenSet,
  event: SessionEvent,
): Promise<void> {
  const { store } = await open();
  const read = store.read();
  const isOther =
    read.status === "whole" &&
    peekClaims(read.session.accessToken)?.session_id !== peekClaims(tokens.accessToken)?.session_id;
  try {
    await store.write(tokens, event, isOther ? read.session : null);
  } catch (thrown) {
    revokeSession(backend, tokens.accessToken, caller.forwarded);
    throw thrown;
  }
  if (isOther) revokeSession(backend, read.session.accessToken, caller.forwarded);
}

export async function keepFlow(context: FlowContext, trace: FlowTrace): Promise<void> {
  if (trace.tokens) {
    await checkNew(context, trace.tokens);
    const event = isSessionEvent(trace.event) ? trace.event : "SIGNED_IN";
    await replaceSession(context, trace.tokens, event);
  } else if (trace.event === "USER_UPDATED") {
    // The token's claims are older than the change. A refresh updates them if it succeeds.
    await context.refresh();
    await (await context.open()).store.note("USER_UPDATED");
  }
}
