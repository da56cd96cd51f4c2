import { FLOW_DEADLINE_MS, SESSION_DEADLINE_MS } from "../config/constants.js";
import {
  type BackendError,
  type BackendErrorJson,
  isBackendError,
  reviveError,
} from "../errors/backend-error.js";
import { fromForeignAnswer, fromNetworkFailure } from "../errors/from-network.js";
import type { SessionAnswer } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";

/**
 * The sessions that a sign-out ends: only this one (`local`), all of the user (`global`), or all of
 * the user except this one (`others`).
 */
export type SignOutScope = "local" | "global" | "others";

export type SignOutAnswer = SessionAnswer & { error?: BackendErrorJson };

export interface SessionHandler {
  read(): Promise<SessionAnswer>;
  refresh(options: { force: boolean }): Promise<SessionAnswer>;
  signOut(scope: SignOutScope): Promise<SignOutAnswer>;
  post(path: string, body: object): Promise<Record<string, unknown>>;
}

export interface HandlerOptions {
  /** Path of the session handler on the site. Default `/auth`. */
  basePath?: string | undefined;
  /**
   * True if the handler's URLs end with a slash, for a framework that redirects URLs without one.
   * Default: false.
   */
  trailingSlash?: boolean | undefined;
}

/**
 * If a request fails, `read` and `refresh` return an `unavailable` session instead of throwing,
 * because a failure must not sign the user out.
 */
export function sessionHandler(
  { basePath = "/auth", trailingSlash }: HandlerOptions,
  environment: Pick<BrowserEnvironment, "fetch" | "schedule">,
): SessionHandler {
  const send = async <T>(
    path: string,
    body: object | undefined,
    deadlineMs: number,
    read: (answer: Answer) => T,
  ): Promise<T> => {
    const operation = `session ${path}`;
    const controller = new AbortController();
    const expire = () => controller.abort(new DOMException("deadline", "TimeoutError"));
    const cancel = environment.schedule(expire, deadlineMs);
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
      const { status } = response;
      return read({ value: parseObject(await response.text()), status, operation });
    } catch (thrown) {
      if (isBackendError(thrown)) throw thrown;
      throw fromNetworkFailure(thrown, { operation, signal: controller.signal });
    } finally {
      cancel();
    }
  };
  const call = (path: string, body?: object) => send(path, body, SESSION_DEADLINE_MS, readSession);
  const calm = (answer: Promise<SessionAnswer>): Promise<SessionAnswer> =>
    answer.catch((thrown) => {
      if (!isBackendError(thrown)) throw thrown;
      return { status: "unavailable", error: thrown.toJSON() };
    });
  return {
    read: () => calm(call("session")),
    refresh: (options) => calm(call("refresh", options)),
    signOut: (scope) => call("sign-out", { scope }),
    post: (path, body) => send(path, body, SESSION_DEADLINE_MS + FLOW_DEADLINE_MS, readJson),
  };
}

interface Answer {
  value: Record<string, unknown>;
  status: number;
  operation: string;
}

function readSession(answer: Answer): SessionAnswer {
  const { value } = answer;
  const isSession =
    value.status === "unauthenticated" ||
    (value.status === "unavailable" && typeof value.error === "object") ||
    (value.status === "authenticated" &&
      typeof value.accessToken === "string" &&
      typeof value.expiresInSeconds === "number" &&
      typeof value.claims === "object");
  if (answer.status === 200 && isSession) return value as unknown as SessionAnswer;
  throw failureOf(answer);
}

function readJson(answer: Answer): Record<string, unknown> {
  if (answer.status === 200 && Object.keys(answer.value).length > 0) return answer.value;
  throw failureOf(answer);
}

function failureOf({ value, ...answer }: Answer): BackendError {
  const error = value.error as BackendErrorJson | undefined;
  return typeof error?.kind === "string" && typeof error.code === "string"
    ? reviveError(error)
    : fromForeignAnswer(answer);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
