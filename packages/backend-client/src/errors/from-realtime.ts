import { BackendError, type BackendErrorOf } from "./backend-error.js";
import type { ErrorCodes } from "./codes.js";

const REASONS: readonly (readonly [prefix: string, code: ErrorCodes["realtime"]])[] = [
  ["InvalidJWTToken", "invalid_token"],
  ["Unauthorized", "unauthorized"],
  ["ChannelRateLimitReached", "rate_limited"],
  ["ConnectionRateLimitReached", "rate_limited"],
  ["ClientJoinRateLimitReached", "rate_limited"],
];

export function fromRealtime(reason: string, operation: string): BackendErrorOf<"realtime"> {
  const code = REASONS.find(([prefix]) => reason.startsWith(prefix))?.[1] ?? "join_refused";
  return new BackendError({
    kind: "realtime",
    code,
    upstreamCode: /^\w{1,60}/.exec(reason)?.[0],
    operation,
    message: `${operation} failed (${code}).`,
    retryable: code !== "unauthorized",
  });
}
