import { authorizedFetch, type ServiceOptions } from "../config/authorized-fetch.js";
import { FUNCTION_TIMEOUT_MS } from "../config/constants.js";
import { startDeadline } from "../config/deadline.js";
import { defaultRuntime } from "../config/runtime.js";
import { cleanPath, encodePath } from "../config/url-path.js";
import { BackendError, isBackendError, type Result } from "../errors/backend-error.js";
import { fromFunctions } from "../errors/from-functions.js";
import { fromNetworkFailure, retryAfterSeconds } from "../errors/from-network.js";
import { decodeBody, encodeBody, type FunctionBody } from "./body.js";
import type { StandardSchema } from "./standard-schema.js";

/** Options of {@link FunctionsClient.invoke}. */
export interface InvokeOptions<Output> {
  /** The body. Default: no body. */
  body?: FunctionBody | undefined;
  /** A Standard Schema validator for the response. Default: no check. */
  schema?: StandardSchema<Output> | undefined;
  /** Time limit in milliseconds. Default 30,000. */
  timeout?: number | undefined;
  /** Aborts the call with `aborted`. Default: no signal. */
  signal?: AbortSignal | undefined;
  /** Additional headers. Default: none. */
  headers?: Record<string, string> | undefined;
  /** HTTP method. Default `POST`. */
  method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
}

/** A client for Edge Functions. */
export interface FunctionsClient {
  /**
   * Calls a function as the client's user. Append a path to the name to call a route, such as
   * `NAME/api/users`.
   *
   * Errors of kind `functions`: `http_error` from the function, `relay_error` or a code such as
   * `BOOT_ERROR` from its platform, all with the parsed response in `details`; `invalid_response`
   * if `schema` rejects the response; `invalid_path` for a segment `.` or `..`. Errors of kind
   * `network`: `timeout`, `aborted`, `unreachable`. Errors of kind `auth`: no user is signed in.
   * @example
   * const { data, error } = await functions.invoke("deliver-email", { timeout: 5_000 });
   */
  invoke<Output = unknown>(name: string, options?: InvokeOptions<Output>): Promise<Result<Output>>;
}

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
  path: string,
  invocation: InvokeOptions<Output>,
): Promise<Output> {
  // The rest of the path may contain ids, so errors contain only the function's name.
  const [name = ""] = path.split("/", 1);
  const operation = `functions ${name}`;
  const { timeout = FUNCTION_TIMEOUT_MS, signal, method = "POST" } = invocation;
  const { runtime } = options;
  const limit = startDeadline(timeout, { runtime, signal });
  try {
    const { contentType, ...body } = encodeBody(invocation.body);
    const headers = new Headers(contentType ? { "content-type": contentType } : {});
    for (const [header, value] of Object.entries(invocation.headers ?? {})) {
      headers.set(header, value);
    }
    const target = encodePath(cleanPath(path, { kind: "functions", operation }));
    const url = `${options.url}/functions/v1/${target}`;
    const init = { method, headers, ...body, signal: limit.signal };
    const response = await authorizedFetch(options, { operation, url, init });
    const answer = await decodeBody(response).catch((thrown) => {
      if (!response.ok) return undefined;
      if (!(thrown instanceof SyntaxError)) throw thrown;
      throw invalidOutput(name, "is not valid JSON, although its content type says so");
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
  throw invalidOutput(name, "does not match the schema", issues);
}

function invalidOutput(name: string, reason: string, details?: unknown): BackendError {
  return new BackendError({
    kind: "functions",
    code: "invalid_response",
    operation: `functions ${name}`,
    message: `The response of the function ${name} ${reason}.`,
    details,
  });
}
