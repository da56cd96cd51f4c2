import type { VirtualClock } from "./virtual-clock.js";

/** One request that the memory backend received. */
export interface MemoryCall {
  /** HTTP method, such as `POST`. */
  method: string;
  /** Path and query, without the project's URL, such as `/auth/v1/token?grant_type=password`. */
  path: string;
  /** The headers of the request, including `apikey` and `authorization`. */
  headers: Headers;
  /** The caller's access token. Null for a call with the API key alone. */
  bearer: string | null;
  /** The parsed JSON body. An empty object if the request has no JSON body. */
  body: Record<string, unknown>;
}

/** A failure to inject. Only `path` is required. */
export interface Fault {
  /** Start of the path, such as `/auth/v1/token`, or a pattern for path and query. */
  path: string | RegExp;
  /** HTTP method, such as `POST`. Default: any. */
  method?: string | undefined;
  /** Number of requests that fail. Default 1. */
  times?: number | undefined;
  /** Milliseconds to wait before the failure, on the backend's clock. Default: none. */
  delayMs?: number | undefined;
  /** If true, the connection breaks and `fetch` throws. Default false. */
  drop?: boolean | undefined;
  /** If true, the request hangs until the caller aborts. Default false. */
  hang?: boolean | undefined;
  /** HTTP status of a response that a gateway sends instead of the service. Default: none. */
  status?: number | undefined;
  /**
   * Text of the gateway's response, if `status` is set. Default: a sentence that describes the
   * fault.
   */
  body?: string | undefined;
  /** Headers of the gateway's response, such as `retry-after`. Default: none. */
  headers?: Record<string, string> | undefined;
  /**
   * Returns the response of the fault, or `undefined` to pass the request to the service. While the
   * function runs, an automatic clock does not jump.
   */
  respond?:
    | ((call: MemoryCall) => Response | undefined | Promise<Response | undefined>)
    | undefined;
}

/** The faults of one memory backend. */
export interface Faults {
  /** Adds a fault. Returns a function that removes it. */
  add(fault: Fault): () => void;
  /** Removes all faults. */
  clear(): void;
}

export interface ArmedFaults extends Faults {
  apply(call: MemoryCall, signal: AbortSignal): Promise<Response | undefined>;
}

export function createFaults(clock: Pick<VirtualClock, "schedule" | "hold">): ArmedFaults {
  let armed: { fault: Fault; left: number }[] = [];
  const matches = ({ path, method }: Fault, call: MemoryCall): boolean =>
    (method === undefined || method === call.method) &&
    (typeof path === "string" ? call.path.startsWith(path) : path.test(call.path));
  return {
    add(fault) {
      const entry = { fault, left: fault.times ?? 1 };
      armed.push(entry);
      return () => {
        armed = armed.filter((other) => other !== entry);
      };
    },
    clear() {
      armed = [];
    },
    async apply(call, signal) {
      const entry = armed.find(({ fault, left }) => left > 0 && matches(fault, call));
      if (!entry) return undefined;
      entry.left -= 1;
      const { delayMs, drop, hang, status, body, headers, respond } = entry.fault;
      if (delayMs !== undefined) {
        await new Promise<void>((resolve) => void clock.schedule(resolve, delayMs));
      }
      if (drop) throw new TypeError("fetch failed", { cause: new Error("injected by a fault") });
      if (hang) await untilAborted(signal);
      if (respond) return clock.hold(Promise.resolve(respond(call)));
      if (status === undefined) return undefined;
      return new Response(body ?? "injected by a fault", { status, ...(headers && { headers }) });
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave);
  });
}
