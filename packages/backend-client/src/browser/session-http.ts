import { SESSION_DEADLINE_MS } from "../config/constants.js";
import {
  BackendError,
  type BackendErrorInit,
  type BackendErrorJson,
  isBackendError,
} from "../errors/backend-error.js";
import type { ErrorKind } from "../errors/codes.js";
import { fromForeignAnswer, fromNetworkFailure } from "../errors/from-network.js";
import type { SessionAnswer } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";

/** The sessions that a sign-out ends: this one, all of the user, or all others. */
export type SignOutScope = "local" | "global" | "others";

export type SignOutAnswer = SessionAnswer & { error?: BackendErrorJson };

export interface SessionHandler {
  read(): Promise<SessionAnswer>;
  refresh(options: { force: boolean }): Promise<SessionAnswer>;
  signOut(scope: SignOutScope): Promise<SignOutAnswer>;
}

/** The addresses of the session handler. */
export interface HandlerOptions {
  /** Path of the session handler on the site. Default `/auth`. */
  basePath?: string | undefined;
  /**
   * Ends the handler's addresses with a slash, for a framework that redirects addresses without one.
   * Default: false.
   */
  trailingSlash?: boolean | undefined;
}

/** `read` and `refresh` never throw. Any failure is `unavailable`, which is never a sign-out. */
export function sessionHandler(
  { basePath = "/auth", trailingSlash }: HandlerOptions,
  environment: Pick<BrowserEnvironment, "fetch" | "schedule">,
): SessionHandler {
  const call = async (path: string, body?: object): Promise<SessionAnswer> => {
    const operation = `session ${path}`;
    const controller = new AbortController();
    const expire = () => controller.abort(new DOMException("deadline", "TimeoutError"));
    const cancel = environment.schedule(expire, SESSION_DEADLINE_MS);
    try {
      const response = await environment.fetch(`${basePath}/${path}${trailingSlash ? "/" : ""}`, {
        method: body ? "POST" : "GET",
        headers: { "x-backend-client": "1", ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
        credentials: "same-origin",
        cache: "no-store",
        redirect: "error",
        signal: controller.signal,
      });
      return parseAnswer(await response.text(), { status: response.status, operation });
    } catch (thrown) {
      if (isBackendError(thrown)) throw thrown;
      throw fromNetworkFailure(thrown, { operation, signal: controller.signal });
    } finally {
      cancel();
    }
  };
  const calm = (answer: Promise<SessionAnswer>): Promise<SessionAnswer> =>
    answer.catch((thrown) => {
      if (!isBackendError(thrown)) throw thrown;
      return { status: "unavailable", error: thrown.toJSON() };
    });
  return {
    read: () => calm(call("session")),
    refresh: (options) => calm(call("refresh", options)),
    signOut: (scope) => call("sign-out", { scope }),
  };
}

export function reviveError(json: BackendErrorJson): BackendError {
  return new BackendError(json as BackendErrorInit<ErrorKind>) as BackendError;
}

function parseAnswer(text: string, answer: { status: number; operation: string }): SessionAnswer {
  const value = parseObject(text);
  const isSession =
    value.status === "unauthenticated" ||
    (value.status === "unavailable" && typeof value.error === "object") ||
    (value.status === "authenticated" &&
      typeof value.accessToken === "string" &&
      typeof value.expiresInSeconds === "number" &&
      typeof value.claims === "object");
  if (answer.status === 200 && isSession) return value as unknown as SessionAnswer;
  const error = value.error as BackendErrorJson | undefined;
  if (typeof error?.kind === "string" && typeof error.code === "string") throw reviveError(error);
  throw fromForeignAnswer(answer);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
