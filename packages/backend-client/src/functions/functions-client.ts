import { authorizedFetch, type ServiceOptions } from "../config/authorized-fetch.js";
import { defaultRuntime } from "../config/runtime.js";
import { BackendError, isBackendError, type Result } from "../errors/backend-error.js";
import { fromFunctions } from "../errors/from-functions.js";
import { fromNetworkFailure, retryAfterSeconds } from "../errors/from-network.js";
import { decodeBody, encodeBody, type FunctionBody } from "./body.js";
import type { StandardSchema } from "./standard-schema.js";

/** Milliseconds a call may take unless told otherwise; hosted functions end after 150 s. */
export const FUNCTION_TIMEOUT_MS = 30_000;

/** Options of {@link FunctionsClient.invoke}. */
export interface InvokeOptions<Output> {
  /** JSON unless it is a Blob, form data, text, a buffer or a stream. Default: an empty body. */
  body?: FunctionBody | undefined;
  /** Any Standard Schema validator; the result takes its output type. Default: it is not checked. */
  schema?: StandardSchema<Output> | undefined;
  /** Milliseconds until the call counts as failed; 30,000 by default. */
  timeoutMs?: number | undefined;
  /** Aborting ends the call with `aborted`. Default: only the timeout does. */
  signal?: AbortSignal | undefined;
  /** Further headers; none by default. */
  headers?: Record<string, string> | undefined;
  /** `POST` by default. */
  method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
}

/** Calls Edge functions. */
export interface FunctionsClient {
  /**
   * Calls a function as the client's user.
   *
   * Errors: kind `functions` with the parsed answer in `details` when the function or its platform
   * refused, `invalid_response` when `schema` did; kind `network` (`timeout`, `aborted`,
   * `unreachable`); kind `auth` when nobody is signed in, and then nothing was sent.
   * @example
   * const { data, error } = await functions.invoke("deliver-mail", { timeoutMs: 5_000 });
   */
  invoke<Output = unknown>(name: string, options?: InvokeOptions<Output>): Promise<Result<Output>>;
}

/** Creates the functions client of one caller; see `ServiceOptions` for who that is. */
export function createFunctionsClient(options: ServiceOptions): FunctionsClient {
  return {
    async invoke<Output>(name: string, invocation: InvokeOptions<Output> = {}) {
      try {
        return { data: await call(options, name, invocation), error: null };
      } catch (thrown) {
        if (!isBackendError(thrown)) throw thrown;
        return { data: null, error: thrown };
      }
    },
  };
}

async function call<Output>(
  options: ServiceOptions,
  name: string,
  invocation: InvokeOptions<Output>,
): Promise<Output> {
  const operation = `functions ${name}`;
  const { timeoutMs = FUNCTION_TIMEOUT_MS, signal, method = "POST" } = invocation;
  const limit = withDeadline(options, timeoutMs, signal);
  try {
    const { contentType, ...body } = encodeBody(invocation.body);
    const headers = new Headers(contentType ? { "content-type": contentType } : {});
    for (const [header, value] of Object.entries(invocation.headers ?? {})) {
      headers.set(header, value);
    }
    const url = `${options.url}/functions/v1/${encodeURIComponent(name)}`;
    const init = { method, headers, ...body, signal: limit.signal };
    const response = await authorizedFetch(options, { operation, url, init });
    const answer = await decodeBody(response).catch((thrown) => {
      if (!response.ok) return undefined;
      if (!(thrown instanceof SyntaxError)) throw thrown;
      throw invalidOutput(name, "it is not the JSON it says it is");
    });
    if (!response.ok) throw refusal(options, { name, response, body: answer });
    return invocation.schema ? await parse(name, invocation.schema, answer) : (answer as Output);
  } catch (thrown) {
    if (isBackendError(thrown)) throw thrown;
    throw fromNetworkFailure(thrown, { operation, signal: limit.signal });
  } finally {
    limit.release();
  }
}

function refusal(
  options: ServiceOptions,
  { name, response, body }: { name: string; response: Response; body: unknown },
): BackendError {
  const { status, headers } = response;
  const now = options.runtime?.now ?? defaultRuntime.now;
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
  return fromFunctions({
    status,
    name,
    body,
    upstreamCode: typeof code === "string" ? code : undefined,
    isRelay: headers.get("x-relay-error") === "true",
    retryAfterSeconds: retryAfterSeconds(headers, now()),
    requestId: headers.get("sb-request-id") ?? undefined,
  });
}

async function parse<Output>(
  name: string,
  schema: StandardSchema<Output>,
  answer: unknown,
): Promise<Output> {
  const result = await schema["~standard"].validate(answer);
  if (!result.issues) return result.value;
  const issues = result.issues.map(({ message, path }) => ({
    message,
    path: path?.map((step) => (typeof step === "object" ? step.key : step)).join("."),
  }));
  throw invalidOutput(name, "it does not fit the schema", issues);
}

function invalidOutput(name: string, reason: string, details?: unknown): BackendError {
  return new BackendError({
    kind: "functions",
    code: "invalid_response",
    operation: `functions ${name}`,
    message: `The answer of the function ${name} was refused: ${reason}.`,
    details,
  });
}

/** One signal out of the caller's and a deadline that runs on the injected timers. */
function withDeadline(
  options: ServiceOptions,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const schedule = options.runtime?.schedule ?? defaultRuntime.schedule;
  const expire = () => controller.abort(new DOMException("deadline", "TimeoutError"));
  const cancel = schedule(expire, timeoutMs);
  const forward = () => controller.abort(signal?.reason);
  if (signal?.aborted) forward();
  signal?.addEventListener("abort", forward);
  const release = () => {
    cancel();
    signal?.removeEventListener("abort", forward);
  };
  return { signal: controller.signal, release };
}
