import type { ErrorCodes, ErrorKind } from "./codes.js";
import { docsOf, TERMINAL_AT_REFRESH, TERMINAL_CODES } from "./own-codes.js";

const BRAND = Symbol.for("@dossier/backend-client/error");

/**
 * The parts of a `BackendError`. Only `details` and `cause` may contain tokens, addresses or cookie
 * values.
 */
export interface BackendErrorInit<K extends ErrorKind> {
  /** The service that failed, or `network` if the service itself sent no response. */
  kind: K;
  /** A code of the closed list for `kind`. */
  code: ErrorCodes[K];
  /** The error message: what failed, which input caused it (the name only), and what to do. */
  message: string;
  /** The service's own code. It may be more specific than `code`. Default: none. */
  upstreamCode?: string | undefined;
  /** HTTP status of the response, or a status that fits the error. Default: none. */
  status?: number | undefined;
  /** True if the same call may succeed later without a change. Default false. */
  retryable?: boolean;
  /** Seconds to wait. Default: none. */
  retryAfterSeconds?: number | undefined;
  /** The service's id of the request. Use it to search the service's logs. Default: none. */
  requestId?: string | undefined;
  /** The operation that failed, such as `auth.refresh` or `POST rpc/save_draft`. Default: none. */
  operation?: string | undefined;
  /** Structured facts, such as the reasons for a weak password. Default: none. */
  details?: unknown;
  /** The thrown value behind this error. Not part of `toJSON`. Default: none. */
  cause?: unknown;
}

const PLAIN = /^[\w.:-]{1,64}$/;
const TOKEN_KEY_OR_ADDRESS = /^eyJ|^sb[a-z]?_|^[\da-f]*[.:][\da-f.:]+$/i;

/**
 * Ten or more letters and digits in a row, with at least one of each. Refresh tokens and keys may
 * contain such a run. Codes do not.
 */
const TOKEN_RUN = /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{10,}/i;

function isCode(text: string | undefined): text is string {
  return isPlain(text) && !TOKEN_RUN.test(text);
}

function isPlain(text: string | undefined): text is string {
  return text !== undefined && PLAIN.test(text) && !TOKEN_KEY_OR_ADDRESS.test(text);
}

/**
 * An `upstreamCode` that does not look like a code may be a secret. Removes it from the message.
 */
function withoutForeign({ message, upstreamCode }: BackendErrorInit<ErrorKind>): string {
  return !upstreamCode || isCode(upstreamCode)
    ? message
    : message.replaceAll(upstreamCode, "no code");
}

function withoutUndefined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

export class BackendErrorOf<K extends ErrorKind> extends Error {
  /** Always `BackendError`. */
  override readonly name = "BackendError";
  /** The service that failed, or `network`. Narrows `code`. */
  readonly kind: K;
  /** A code of the closed list for `kind`, or `unknown`. */
  readonly code: ErrorCodes[K];
  /** True if the same call may succeed later without a change. */
  readonly retryable: boolean;
  /**
   * The service's own code. Absent if the service sent no code, or a text that does not look like a
   * code.
   */
  readonly upstreamCode?: string;
  /** HTTP status of the response, or a status that fits the SDK's own error. Absent otherwise. */
  readonly status?: number;
  /** Seconds to wait before the next attempt, if the service or the SDK asks to wait. */
  readonly retryAfterSeconds?: number;
  /** The service's id of the request. Use it to find the request in the service's logs. */
  readonly requestId?: string;
  /**
   * The operation that failed, such as `auth.updateUser` or `GET requests`, without filter values.
   */
  readonly operation?: string;
  /** Facts from the service's response. Do not log them. */
  readonly details?: unknown;
  /**
   * The page that explains cause and fix, such as `@dossier/backend-client/docs/errors/timeout.md`,
   * or the URL of the service's list of codes.
   */
  readonly docs: string;

  // A private field, because logs and structured clones include the standard property `cause`.
  readonly #cause: unknown;

  constructor(init: BackendErrorInit<K>) {
    super(withoutForeign(init));
    this.#cause = init.cause;
    this.kind = init.kind;
    this.code = init.code;
    this.retryable = init.retryable ?? false;
    this.docs = docsOf(init.kind, init.code);
    const { upstreamCode, status, retryAfterSeconds, requestId, operation, details } = init;
    const facts = {
      upstreamCode: isCode(upstreamCode) ? upstreamCode : undefined,
      status,
      retryAfterSeconds,
      requestId: isPlain(requestId) ? requestId : undefined,
      operation,
      details,
    };
    Object.assign(this, withoutUndefined(facts));
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** The thrown value that caused this error. It may contain secrets. */
  override get cause(): unknown {
    return this.#cause;
  }

  /** The text that Next sends to `error.tsx`, in production too. Parse it with `readDigest`. */
  get digest(): string {
    return ["BC", this.kind, this.code, this.retryAfterSeconds, this.requestId].join(";");
  }

  /** Returns the text for `console.log` and `util.inspect` on Node: the stack and `toJSON`. */
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect?: (value: unknown, options: object) => string,
  ): string {
    const { name: _name, message, ...facts } = this.toJSON();
    return `${this.stack ?? message} ${inspect?.(facts, options) ?? JSON.stringify(facts)}`;
  }

  /** Returns the error without cause, stack and details, safe for logs and HTTP responses. */
  toJSON(): BackendErrorJson {
    const { name, kind, code, message, retryable } = this;
    const { upstreamCode, status, retryAfterSeconds, requestId, operation } = this;
    return withoutUndefined({
      ...{ name, kind, code, message, retryable },
      ...{ upstreamCode, status, retryAfterSeconds, requestId, operation },
    }) as BackendErrorJson;
  }
}

/** The JSON form of a {@link BackendError}. */
export interface BackendErrorJson {
  /** Marks the JSON as a BackendError. */
  name: "BackendError";
  /** The service that failed, or `network`. */
  kind: ErrorKind;
  /** A code of the list for `kind`, in the sender's version of the package. */
  code: string;
  /** A text for developers, in English. Contains no tokens, email addresses or users' data. */
  message: string;
  /** True if the same call may succeed later without a change. */
  retryable: boolean;
  /** The service's own code, if the service sent one. */
  upstreamCode?: string;
  /** HTTP status, if the error has one. */
  status?: number;
  /** Seconds to wait before the next attempt, if the service or the SDK asks to wait. */
  retryAfterSeconds?: number;
  /** The service's id of the request, if the service sent one. */
  requestId?: string;
  /** The operation that failed, if known. */
  operation?: string;
}

/** Every failure that the SDK returns. `switch (error.kind)` narrows `error.code`. */
export type BackendError = { [K in ErrorKind]: BackendErrorOf<K> }[ErrorKind];

/** Creates a {@link BackendError}. Use {@link isBackendError} to test for one. */
export const BackendError = BackendErrorOf;

/** Returns true if a value is a {@link BackendError}, even of another copy of the package. */
export function isBackendError(value: unknown): value is BackendError {
  return typeof value === "object" && value !== null && BRAND in value;
}

export function reviveError(json: BackendErrorJson): BackendError {
  return new BackendError(json as BackendErrorInit<ErrorKind>) as BackendError;
}

/**
 * `mfa_verification_rejected`: a hook rejected the second factor, and the service then ended all
 * sessions of the user.
 */
const ENDED = new Set([...TERMINAL_CODES, "session_missing", "mfa_verification_rejected"]);

/**
 * A failure of these operations ends no session. For example, a sign-in may fail with
 * `user_banned`.
 */
const SESSIONLESS =
  /^auth\.(?:admin\.|adopt|passkey\.(?:start|verify)Auth|sign(?:Up|In)|verifyOtp|exchangeCode|resend|resetPassword)/;

/**
 * Returns true if the error means that no user is signed in anymore, so that the app should
 * redirect to the sign-in page. Returns false for outages and for errors of a sign-in.
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

/** The result of most calls of the SDK. It has either data or an error. */
export type Result<T> =
  | {
      /** The requested data. It may be null, so check `error` first. */
      data: T;
      /** Null on success. */
      error: null;
    }
  | {
      /** Null on failure. */
      data: null;
      /** The reason for the failure. */
      error: BackendError;
    };

/** The type of the data of a successful result. Includes `null` if the call may return no data. */
export type DataOf<R extends { data: unknown; error: unknown }> = [
  Extract<R, { error: null }>,
] extends [never]
  ? NonNullable<R["data"]>
  : Extract<R, { error: null }>["data"];

/**
 * Returns the data of a result, or throws its error.
 * @example
 * const rows = unwrap(await db.from("requests").select("id"));
 */
export function unwrap<R extends { data: unknown; error: unknown }>(result: R): DataOf<R> {
  if (result.error !== null && result.error !== undefined) throw result.error;
  return result.data as DataOf<R>;
}

/**
 * Awaits a query and returns its data or its error, typed as a {@link BackendError}.
 * @example
 * const { data, error } = await result(db.from("requests").select("id, title"));
 * if (error?.kind === "database" && error.code === "42501") return "You may not read requests.";
 */
export async function result<R extends { data: unknown; error: unknown }>(
  query: PromiseLike<R>,
): Promise<Result<DataOf<R>>> {
  const { data, error } = await query;
  return error
    ? { data: null, error: error as BackendError }
    : { data: data as DataOf<R>, error: null };
}
