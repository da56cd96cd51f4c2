import { HOLDS_MAX, RETRY_AFTER_MAX_SECONDS } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";
import { type ProjectState, projectState } from "./project-state.js";

const DEFAULT_RETRY_SECONDS = 15;

const LONGEST_MS = RETRY_AFTER_MAX_SECONDS * 1000;

export interface ServiceLimit {
  path: string;
  address: string | undefined;
}

/**
 * The auth service limits the calls per endpoint, and `/token` also per grant type. The rest of the
 * query does not matter.
 */
function endpointOf(path: string): string {
  const [name = "", query] = path.split("?");
  const grant = new URLSearchParams(query).get("grant_type");
  return grant === null ? name : `${name} ${grant}`;
}

/** Null for a sign-out, which is never paused: users must always be able to sign out. */
function keyOf({ path, address }: ServiceLimit): string | null {
  const endpoint = endpointOf(path);
  if (endpoint === "/logout") return null;
  return address === undefined ? endpoint : `${endpoint} ${address}`;
}

export function retryDelayMs({ retryAfterSeconds }: BackendError): number {
  return Math.min((retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) * 1000, LONGEST_MS);
}

export function isRequestLimit(error: BackendError): boolean {
  return error.status === 429 && error.upstreamCode === "over_request_rate_limit";
}

export function findHold(
  { holds }: Pick<ProjectState, "holds">,
  limit: ServiceLimit & { operation: string; nowMs: number },
): BackendError | null {
  const key = keyOf(limit);
  const restMs = (key === null ? 0 : (holds.get(key) ?? 0)) - limit.nowMs;
  // If the wait exceeds the longest pause, the clock was set back.
  if (restMs <= 0 || restMs > LONGEST_MS) return null;
  return new BackendError({
    kind: "network",
    code: "rate_limited",
    status: 429,
    message: `${limit.operation} was not sent: the auth service asked for a pause.`,
    retryable: true,
    retryAfterSeconds: Math.ceil(restMs / 1000),
    operation: limit.operation,
  });
}

export function holdEndpoint(
  url: string,
  limit: ServiceLimit & { error: BackendError; nowMs: number },
): void {
  const key = keyOf(limit);
  if (key === null) return;
  const { holds } = projectState(url);
  holds.delete(key);
  holds.set(key, limit.nowMs + retryDelayMs(limit.error));
  for (const oldest of holds.keys()) {
    if (holds.size <= HOLDS_MAX) break;
    holds.delete(oldest);
  }
}
