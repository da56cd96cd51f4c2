import { PostgrestClient } from "@supabase/postgrest-js";
import { authorizedFetch, type ServiceOptions } from "../config/authorized-fetch.js";
import { READ_DEADLINE_MS, WRITE_DEADLINE_MS } from "../config/constants.js";
import { startDeadline } from "../config/deadline.js";
import { eitherSignal } from "../config/either-signal.js";
import { defaultRuntime, type Runtime } from "../config/runtime.js";
import { isBackendError } from "../errors/backend-error.js";
import { fromNetworkFailure } from "../errors/from-network.js";
import { databaseFailure } from "./failure.js";
import { withBackendErrors } from "./query.js";
import { fetchWithRetry } from "./retry.js";

// biome-ignore lint/suspicious/noExplicitAny: upstream's mark of an untyped database
type Typed<DB> = unknown extends DB ? any : DB;

type Schemas<DB> = string & keyof Omit<DB, "__InternalSupabase">;

type DefaultSchema<DB> = "public" extends Schemas<DB> ? "public" : Schemas<DB>;

type Version<DB> = DB extends {
  __InternalSupabase: infer Options extends { PostgrestVersion?: string };
}
  ? Options
  : Record<never, never>;

type Client<DB> = Pick<
  PostgrestClient<DB, Version<DB>, DefaultSchema<DB>>,
  "from" | "rpc" | "schema"
>;

/**
 * PostgREST's typed query builder: `from`, `rpc`, `schema` and all filters.
 *
 * An awaited query returns `{ data, error, count, status }`. At run time `error` is a
 * `BackendError`, but postgrest-js declares its own type: narrow it with `isBackendError`, or get
 * the data with `unwrap`. Errors: kind `database` with SQLSTATE or `PGRST…`; kind `network`
 * (`timeout`, `aborted`, `unreachable`, …); kind `auth`, such as `session_missing`.
 */
export type DataClient<DB = unknown> = Client<Typed<DB>>;

export interface DataOptions extends ServiceOptions {
  deadlineMs?: number | undefined;
}

/**
 * Creates the data client of one caller. With `getAccessToken`, every query acts as the token's
 * user. The client retries a read (GET, HEAD) after a 503, a 520 or a lost connection, within the
 * deadline. It sends a write once and waits up to 30 s. The database may have executed a write that
 * returns `timeout`.
 * @example
 * const db = createDataClient<Database>({ url, anonKey, getAccessToken });
 * const { data, error } = await db.from("requests").select("id, title").eq("org_id", orgId);
 */
export function createDataClient<DB = unknown>(options: DataOptions): DataClient<DB> {
  const client = new PostgrestClient(`${options.url}/rest/v1`, {
    fetch: dataFetch(options),
    retry: false,
  });
  return withBackendErrors(client) as unknown as DataClient<DB>;
}

function dataFetch(options: DataOptions): typeof fetch {
  const { deadlineMs = READ_DEADLINE_MS } = options;
  const runtime: Runtime = { ...defaultRuntime, ...options.runtime };
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const operation = operationName(init.method, url);
    const isRead = init.method === "GET" || init.method === "HEAD";
    const limit = startDeadline(isRead ? deadlineMs : WRITE_DEADLINE_MS, {
      runtime,
      signal: init.signal ?? undefined,
    });
    const { signal } = limit;
    const send = async () =>
      whole(await authorizedFetch(options, { operation, url, init: { ...init, signal } }), {
        operation,
        signal,
      });
    // Errors of the session request have another `operation`. The session client has already
    // retried them.
    const isTransient = (failure: unknown): boolean =>
      isBackendError(failure) &&
      failure.kind === "network" &&
      failure.retryable &&
      failure.operation === operation;
    const request = { send, isTransient, signal: eitherSignal(signal, options.signal) };
    try {
      const response = isRead
        ? await fetchWithRetry(request, { runtime, deadlineMs })
        : await send();
      if (response.ok) return response;
      throw await databaseFailure(response, { operation, now: runtime.now() });
    } finally {
      limit.release();
    }
  };
}

async function whole(
  response: Response,
  call: { operation: string; signal: AbortSignal },
): Promise<Response> {
  if (response.body === null) return response;
  const body = await response.arrayBuffer().catch((thrown) => {
    throw fromNetworkFailure(thrown, call);
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function operationName(method: string | undefined, url: string): string {
  return `${method ?? "GET"} ${new URL(url).pathname.replace(/^.*\/rest\/v1\//, "")}`;
}
