import { CLIENTS_MAX } from "../config/constants.js";
import { BackendError, type BackendErrorOf } from "../errors/backend-error.js";
import type { ProjectState } from "./project-state.js";

/** How many calls to the auth service one client may cause. */
export interface ClientLimit {
  /** Calls in a row. */
  burst: number;
  /** Calls in the long run. */
  perMinute: number;
}

/**
 * What stands for a client in the books: an address, or the network of an IPv6 address, since one
 * household has 2^64 of those.
 */
export function clientKey(address: string): string {
  // IPv4, also in disguise: ::ffff:192.0.2.1.
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1);
  if (!address.includes(":")) return address;
  const [head, tail] = address.toLowerCase().split("::");
  const groups = head ? head.split(":") : [];
  const rest = tail ? tail.split(":") : [];
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => "0");
  return `${[...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/**
 * Counts one call of a client (a token bucket).
 * @returns null when it may be made, else why not and when
 */
export function countCall(
  clients: ProjectState["clients"],
  call: { client: string; limit: ClientLimit; nowMs: number; operation: string },
): BackendErrorOf<"network"> | null {
  const { client, limit, nowMs, operation } = call;
  const perMs = limit.perMinute / 60_000;
  const known = clients.get(client);
  // A clock set back refills nothing, and locks nobody out.
  const gained = Math.max(0, nowMs - (known?.at ?? nowMs)) * perMs;
  const left = Math.min(limit.burst, (known?.left ?? limit.burst) + gained);
  clients.delete(client);
  clients.set(client, { left: left >= 1 ? left - 1 : left, at: nowMs });
  for (const oldest of clients.keys()) {
    if (clients.size <= CLIENTS_MAX) break;
    clients.delete(oldest);
  }
  if (left >= 1) return null;
  return new BackendError({
    kind: "network",
    code: "rate_limited",
    status: 429,
    message: `${operation} was held back: too many attempts from this client. Wait a moment.`,
    retryable: true,
    retryAfterSeconds: Math.ceil((1 - left) / perMs / 1000),
    operation,
  });
}
