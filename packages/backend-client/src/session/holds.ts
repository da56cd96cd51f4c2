import { HOLDS_MAX, RETRY_AFTER_MAX_SECONDS } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";
import { type ProjectState, projectState } from "./project-state.js";

/** A pause that the service asked for without saying how long. */
const UNTOLD_SECONDS = 15;

const LONGEST_MS = RETRY_AFTER_MAX_SECONDS * 1000;

/** A limit of the service: on whom, and for how long. */
export interface ServiceLimit {
  path: string;
  /** Address of the visitor that the service was told; undefined: it counts this server. */
  address: string | undefined;
}

/** The endpoint of a path: what the service counts together. */
function endpointOf(path: string): string {
  const [name = "", query] = path.split("?");
  const grant = new URLSearchParams(query).get("grant_type");
  return grant === null ? name : `${name} ${grant}`;
}

/** Signing out is never held back: it is what somebody wants in danger. */
function keyOf({ path, address }: ServiceLimit): string | null {
  const endpoint = endpointOf(path);
  if (endpoint === "/logout") return null;
  return address === undefined ? endpoint : `${endpoint} ${address}`;
}

/** Milliseconds to wait after the service refused a call because of its rate limit. */
export function retryDelayMs({ retryAfterSeconds }: BackendError): number {
  return Math.min((retryAfterSeconds ?? UNTOLD_SECONDS) * 1000, LONGEST_MS);
}

/** Whether the service limits how often it may be called, which says nothing about one call. */
export function isRequestLimit(error: BackendError): boolean {
  return error.status === 429 && error.upstreamCode === "over_request_rate_limit";
}

/** Why an endpoint is not called, as the service asked; null when it may be. */
export function findHold(
  { holds }: Pick<ProjectState, "holds">,
  limit: ServiceLimit & { operation: string; nowMs: number },
): BackendError | null {
  const key = keyOf(limit);
  const restMs = (key === null ? 0 : (holds.get(key) ?? 0)) - limit.nowMs;
  // Longer than any pause that is believed: the clock was set back.
  if (restMs <= 0 || restMs > LONGEST_MS) return null;
  return new BackendError({
    kind: "network",
    code: "rate_limited",
    status: 429,
    message: `${limit.operation} was held back: the auth service asked for a pause.`,
    retryable: true,
    retryAfterSeconds: Math.ceil(restMs / 1000),
    operation: limit.operation,
  });
}

/** Notes that the service asked for a pause at one endpoint. */
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
