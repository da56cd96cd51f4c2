import type { ErrorCodes, ErrorKind } from "./codes.js";
import { docsOf, TERMINAL_AT_REFRESH, TERMINAL_CODES } from "./own-codes.js";

const BRAND = Symbol.for("@dossier/backend-client/error");

/** What a `BackendError` is made of. Never put tokens, addresses or cookie values in here. */
export interface BackendErrorInit<K extends ErrorKind> {
  /** Which service, or the way to it, failed. */
  kind: K;
  /** A code of that kind's closed list. */
  code: ErrorCodes[K];
  /** What failed, which input by name, what to do. */
  message: string;
  /** The service's own code, where ours is `unknown` or coarser. Default: the same as ours. */
  upstreamCode?: string | undefined;
  /** HTTP status of the answer. Default: there was none. */
  status?: number | undefined;
  /** Whether the same call may succeed later without a change. Default false. */
  retryable?: boolean;
  /** Seconds the service asked to wait. Default: it did not say. */
  retryAfterSeconds?: number | undefined;
  /** The service's id of the request, for its operators. Default: it gave none. */
  requestId?: string | undefined;
  /** What was being done, such as `auth.refresh` or `rpc save_draft`. Default: not known. */
  operation?: string | undefined;
  /** Structured facts, such as weak password reasons or a raised detail. Default: none came. */
  details?: unknown;
  /** The thrown value behind this one; not part of `toJSON`. Default: there is none. */
  cause?: unknown;
}

/** What a service's code or id looks like; a sentence, a token or an address looks otherwise. */
const PLAIN = /^[\w.:-]{1,64}$/;
const TOKEN_OR_ADDRESS = /^eyJ|^[\da-f]*[.:][\da-f.:]+$/i;

/** A run of letters and digits as refresh tokens and keys have it; codes are words and numbers. */
const TOKEN_RUN = /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{10,}/i;
const API_KEY = /^sb[a-z]?_/;

/** Whether a text may be told as a service's code. */
function isCode(text: string | undefined): text is string {
  return isPlain(text) && !TOKEN_RUN.test(text) && !API_KEY.test(text);
}

function isPlain(text: string | undefined): text is string {
  return text !== undefined && PLAIN.test(text) && !TOKEN_OR_ADDRESS.test(text);
}

/** The message, without what stands in the place of the service's code and is none. */
function withoutForeign({ message, upstreamCode }: BackendErrorInit<ErrorKind>): string {
  return !upstreamCode || isCode(upstreamCode)
    ? message
    : message.replaceAll(upstreamCode, "no code");
}

/**
 * The class behind {@link BackendError}; use that name.
 * `toJSON` and the message are safe to log and to show.
 */
export class BackendErrorOf<K extends ErrorKind> extends Error {
  /** The same in every copy of the package; to test for one use `isBackendError`. */
  override readonly name = "BackendError";
  /** Which service, or the way to it (`network`), failed; narrows `code`. */
  readonly kind: K;
  /** A code of that kind's closed list; `unknown` for what the list lacks. */
  readonly code: ErrorCodes[K];
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** The service's own code. Absent when it gave none, or none that looks like a code. */
  readonly upstreamCode?: string;
  /** HTTP status of the answer. Absent when none came. */
  readonly status?: number;
  /** Seconds to wait before the next try. Absent when nobody asked to wait. */
  readonly retryAfterSeconds?: number;
  /** The service's id of the request, for its operators. Absent when it gave none. */
  readonly requestId?: string;
  /** What was being done, such as `auth.updateUser` or `GET requests`: no values of filters. */
  readonly operation?: string;
  /** Facts from the service's answer, for the app and not for logs. Absent when none came. */
  readonly details?: unknown;
  /**
   * The page on cause and fix: for a code of ours a path below the documentation's root
   * (`errors/CODE.md`), for a service's code the address of its own documentation.
   */
  readonly docs: string;

  // Not the platform's own property: logs and structured clones would show it.
  readonly #cause: unknown;

  constructor(init: BackendErrorInit<K>) {
    super(withoutForeign(init));
    this.#cause = init.cause;
    this.kind = init.kind;
    this.code = init.code;
    this.retryable = init.retryable ?? false;
    this.docs = docsOf(init.kind, init.code);
    if (isCode(init.upstreamCode)) this.upstreamCode = init.upstreamCode;
    if (init.status !== undefined) this.status = init.status;
    if (init.retryAfterSeconds !== undefined) this.retryAfterSeconds = init.retryAfterSeconds;
    if (isPlain(init.requestId)) this.requestId = init.requestId;
    if (init.operation !== undefined) this.operation = init.operation;
    if (init.details !== undefined) this.details = init.details;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** The thrown value behind this error, which may hold anything; undefined when there is none. */
  override get cause(): unknown {
    return this.#cause;
  }

  /** What `console.log` and `util.inspect` show on Node: the stack and `toJSON`. */
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect?: (value: unknown, options: object) => string,
  ): string {
    const { name: _name, message, ...facts } = this.toJSON();
    return `${this.stack ?? message} ${inspect?.(facts, options) ?? JSON.stringify(facts)}`;
  }

  /** The error without cause, stack and details: fit for a log line or an HTTP answer. */
  toJSON(): BackendErrorJson {
    return {
      name: this.name,
      kind: this.kind,
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.upstreamCode === undefined ? {} : { upstreamCode: this.upstreamCode }),
      ...(this.status === undefined ? {} : { status: this.status }),
      ...(this.retryAfterSeconds === undefined
        ? {}
        : { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.requestId === undefined ? {} : { requestId: this.requestId }),
      ...(this.operation === undefined ? {} : { operation: this.operation }),
    };
  }
}

/** What `toJSON` of a {@link BackendError} answers. */
export interface BackendErrorJson {
  /** Marks the JSON as one of ours. */
  name: "BackendError";
  /** Which service, or the way to it, failed. */
  kind: ErrorKind;
  /** A code of that kind's list as this version of the package knows it. */
  code: string;
  /** One sentence for developers, in English; holds no token, address or value. */
  message: string;
  /** Whether the same call may succeed later without a change. */
  retryable: boolean;
  /** The service's own code, when it gave one. */
  upstreamCode?: string;
  /** HTTP status of the answer, when there was one. */
  status?: number;
  /** Seconds to wait before the next try, when somebody asked to wait. */
  retryAfterSeconds?: number;
  /** The service's id of the request, when it gave one. */
  requestId?: string;
  /** What was being done, when that is known. */
  operation?: string;
}

/**
 * Every failure the SDK answers, told apart by `kind`; `switch (error.kind)` narrows `error.code`.
 * It is one class: {@link BackendErrorOf} for each kind.
 */
export type BackendError = { [K in ErrorKind]: BackendErrorOf<K> }[ErrorKind];

/** Creates a {@link BackendError}. To test for one use {@link isBackendError}, not `instanceof`. */
export const BackendError = BackendErrorOf;

/** Whether a value is a {@link BackendError}, also one of another copy of the package or realm. */
export function isBackendError(value: unknown): value is BackendError {
  return typeof value === "object" && value !== null && BRAND in value;
}

/** Codes that say so: of a second factor that a hook rejects, the service ends all sessions. */
const ENDED = new Set([...TERMINAL_CODES, "session_missing", "mfa_verification_rejected"]);

/** Flows that act in no session: a ban that a sign-in meets does not end one. */
const SESSIONLESS = /^auth\.(?:sign(?:Up|In)|verifyOtp|exchangeCode|resend|resetPassword)/;

/**
 * Whether an error says that no one is signed in, or not any longer: send the visitor to the sign-in
 * page. False for everything unclear, such as an outage, which signs no one out, and for what a
 * sign-in answers, such as `user_banned`.
 * @example
 * if (isSessionOver(error)) return Response.redirect(new URL("/sign-in", request.url), 303);
 */
export function isSessionOver(error: unknown): boolean {
  if (!isBackendError(error) || error.kind !== "auth") return false;
  const { operation = "" } = error;
  const code = error.upstreamCode ?? error.code;
  if (SESSIONLESS.test(operation)) return false;
  if (operation === "auth.refresh" && TERMINAL_AT_REFRESH.has(code)) return true;
  return ENDED.has(code);
}

/** What every call of the SDK answers: data or an error, never both. */
export type Result<T> =
  | {
      /** What was asked for; a call may answer null, too, so look at `error` first. */
      data: T;
      /** Null: it succeeded. */
      error: null;
    }
  | {
      /** Null beside an error. */
      data: null;
      /** Why it failed. */
      error: BackendError;
    };

/** The data of a result that succeeded: `null` stays where a call may answer nothing. */
export type DataOf<R extends { data: unknown; error: unknown }> = [
  Extract<R, { error: null }>,
] extends [never]
  ? NonNullable<R["data"]>
  : Extract<R, { error: null }>["data"];

/**
 * Takes the data out of a result, or throws its error.
 * @throws BackendError the error of the result
 * @example
 * const rows = unwrap(await db.from("requests").select("id"));
 */
export function unwrap<R extends { data: unknown; error: unknown }>(result: R): DataOf<R> {
  if (result.error !== null && result.error !== undefined) throw result.error;
  return result.data as DataOf<R>;
}
