import { setTimeout as delay } from "node:timers/promises";

/** A failure to inject, for tests of clients. */
export interface Fault {
  /** Beginning of the path, such as `/auth/v1/token`, or a pattern over path and query. */
  path: string | RegExp;
  method?: string;
  /** Return this status instead of calling the service. */
  status?: number;
  /** Wait this many milliseconds first. */
  delayMs?: number;
  /** Close the connection without a response. */
  drop?: boolean;
  /** Number of requests to affect; 1 by default. */
  times?: number;
}

/** The faults of one backend. */
export interface Faults {
  /** Arms a fault. Returns a function that disarms it. */
  add(fault: Fault): () => void;
  clear(): void;
}

/** The gateway's action for a request after applying faults. */
export type FaultOutcome = { kind: "pass" } | { kind: "drop" } | { kind: "status"; status: number };

export interface ArmedFaults extends Faults {
  /** Uses up one matching fault, waits for its delay, and returns what to do. */
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
