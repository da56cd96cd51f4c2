import { type BackendError, isBackendError, isSessionOver } from "@dossier/backend-client";
import { safeNext } from "@dossier/backend-client/server";
import type { Context } from "hono";
import { type ConsoleEnv, signInPath } from "./scope.js";
import { respond } from "./views/layout.js";
import { Message } from "./views/message.js";

const RETRY_SECONDS = 10;

export function isOutage(error: BackendError): boolean {
  return error.retryable || error.kind === "network" || (error.status ?? 0) >= 500;
}

function retryPath(c: Context<ConsoleEnv>): string {
  const { pathname, search } = new URL(c.req.url);
  return c.req.method === "GET" ? safeNext(pathname + search) : "/";
}

export function answerError(error: Error, c: Context<ConsoleEnv>): Response | Promise<Response> {
  if (isBackendError(error) && error.code === "origin_mismatch") {
    return respond(c, { title: "Refused", status: 403 }, () => (
      <Message title="This form was not accepted">
        It was sent from another site. <a href="/">Start again</a>
      </Message>
    ));
  }
  if (isBackendError(error) && isOutage(error)) {
    c.header("retry-after", `${error.retryAfterSeconds ?? RETRY_SECONDS}`);
    return respond(c, { title: "Unavailable", status: 503 }, () => (
      <Message title="Dossier can’t do this right now">
        If you were signed in, you still are. Wait a moment, then{" "}
        <a href={retryPath(c)}>try again</a>.
      </Message>
    ));
  }
  if (isSessionOver(error)) return c.redirect(signInPath(c), 303);
  console.error(isBackendError(error) ? JSON.stringify(error) : error);
  return respond(c, { title: "Error", status: 500 }, () => (
    <Message title="Something went wrong">
      The console’s log has the details. <a href="/">All your firms</a>
    </Message>
  ));
}

const SENTENCES: Readonly<Record<string, string>> = {
  invalid_credentials: "Incorrect email or password. Try again, or sign in with an emailed code.",
  email_not_confirmed: "This address is not confirmed yet. Sign in with a code instead.",
  otp_expired: "That code is wrong or has expired. Ask for a new one.",
  mfa_verification_failed: "That code is wrong. Wait for the next one in your app.",
  mfa_challenge_expired: "That took too long. Enter the code that your app shows now.",
  user_banned: "Your account is blocked. Contact the people who run Dossier.",
  validation_failed: "Check what you entered, then try again.",
};

/** Error codes that Auth returns before it looks for an account. */
const REFUSED_FOR_ALL: ReadonlySet<string> = new Set([
  "validation_failed",
  "over_request_rate_limit",
  "captcha_failed",
  "email_provider_disabled",
]);

/** Returns whether the error of a code request could reveal that the address has an account. */
export function dependsOnAccount({ kind, code }: BackendError): boolean {
  // Auth sends an email, and waits for the SMTP server, only if the address has an account. A
  // timeout would therefore reveal the account.
  if (kind === "network") return code === "timeout";
  return kind === "auth" && !REFUSED_FOR_ALL.has(code);
}

export function sentenceFor(error: BackendError): string {
  if (error.kind === "network" && error.code !== "rate_limited") {
    return "The sign-in service isn’t working right now. Try again in a moment.";
  }
  const { code, retryAfterSeconds } = error;
  const wait = retryAfterSeconds
    ? `Wait ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "second" : "seconds"}, then try again.`
    : null;
  if (code === "rate_limited" || code === "over_request_rate_limit") {
    return `Too many attempts. ${wait ?? "Wait a minute, then try again."}`;
  }
  return SENTENCES[code] ?? `Something went wrong. ${wait ?? "Try again."}`;
}
