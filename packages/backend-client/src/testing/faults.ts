import type { VirtualClock } from "./virtual-clock.js";

/** One request as the memory backend saw it. */
export interface MemoryCall {
  /** HTTP method, such as `POST`. */
  method: string;
  /** Path and query below the project's address, such as `/auth/v1/token?grant_type=password`. */
  path: string;
  /** As sent, `apikey` and `authorization` among them. */
  headers: Headers;
  /** The caller's token; null for none and for the API key. */
  bearer: string | null;
  /** The parsed JSON body; an empty object when there is none. */
  body: Record<string, unknown>;
}

/** A failure to inject. What is left out does not happen. */
export interface Fault {
  /** Beginning of the path, such as `/auth/v1/token`, or a pattern over path and query. */
  path: string | RegExp;
  /** HTTP method, such as `POST`. Default: any. */
  method?: string | undefined;
  /** How many requests are hit. Default 1. */
  times?: number | undefined;
  /** Virtual milliseconds to wait first. */
  delayMs?: number | undefined;
  /** The connection is lost: `fetch` throws. */
  drop?: boolean | undefined;
  /** No answer comes, until the caller aborts. */
  hang?: boolean | undefined;
  /** Answers with this HTTP status instead of the service, as a gateway would: not the service's JSON. */
  status?: number | undefined;
  /** Text of that answer. */
  body?: string | undefined;
  /** Headers of that answer, such as `retry-after`. */
  headers?: Record<string, string> | undefined;
  /** Answers by itself; `undefined` lets the request pass. Virtual time stands still meanwhile. */
  respond?:
    | ((call: MemoryCall) => Response | undefined | Promise<Response | undefined>)
    | undefined;
}

/** The faults of one memory backend. */
export interface Faults {
  /** Arms a fault; the answer disarms it. */
  add(fault: Fault): () => void;
  /** Disarms all. */
  clear(): void;
}

/** Faults with the backend's question. */
export interface ArmedFaults extends Faults {
  /** What a fault makes of a call; undefined lets it pass. Throws for a lost connection. */
  apply(call: MemoryCall, signal: AbortSignal): Promise<Response | undefined>;
}

/** Creates an empty list of faults. */
export function createFaults(clock: VirtualClock): ArmedFaults {
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
