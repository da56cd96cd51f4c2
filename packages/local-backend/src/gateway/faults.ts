import { setTimeout as delay } from "node:timers/promises";

/** A failure that a test causes on purpose, to check how a client reacts. */
export interface Fault {
  /** Start of the path, such as `/auth/v1/token`, or a regular expression for path and query. */
  path: string | RegExp;
  method?: string;
  /** If set, the gateway returns this status instead of calling the service. */
  status?: number;
  /** Time that the gateway waits before it handles the request. */
  delayMs?: number;
  /** If true, the gateway closes the connection without a response. */
  drop?: boolean;
  /** Number of requests that the fault affects. Default 1. */
  times?: number;
}

export interface Faults {
  /** Returns a function that removes the fault. */
  add(fault: Fault): () => void;
  clear(): void;
}

export type FaultOutcome = { kind: "pass" } | { kind: "drop" } | { kind: "status"; status: number };

export interface ArmedFaults extends Faults {
  apply(method: string, url: string): Promise<FaultOutcome>;
}

export function createFaults(): ArmedFaults {
  let armed: { fault: Fault; left: number }[] = [];
  const matches = ({ path, method }: Fault, requestMethod: string, url: string) =>
    (method === undefined || method.toUpperCase() === requestMethod) &&
    (typeof path === "string" ? url.startsWith(path) : path.test(url));
  return {
    add: (fault) => {
      const entry = { fault, left: fault.times ?? 1 };
      armed.push(entry);
      return () => {
        armed = armed.filter((other) => other !== entry);
      };
    },
    clear: () => {
      armed = [];
    },
    apply: async (method, url) => {
      const entry = armed.find(({ fault, left }) => left > 0 && matches(fault, method, url));
      if (!entry) return { kind: "pass" };
      entry.left -= 1;
      const { delayMs, drop, status } = entry.fault;
      if (delayMs !== undefined) await delay(delayMs);
      if (drop === true) return { kind: "drop" };
      return status === undefined ? { kind: "pass" } : { kind: "status", status };
    },
  };
}
