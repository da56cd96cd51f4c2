import type { BackendError } from "./backend-error.js";
import { fromAuth } from "./from-auth.js";
import { fromForeignAnswer } from "./from-network.js";

/** What is read of an error of auth-js; its message is not, since it may name an address. */
interface UpstreamError {
  name: string;
  status?: number | undefined;
  code?: string | undefined;
  reasons?: readonly string[];
}

/** What the flow's last request saw, which auth-js does not pass on. */
export interface FlowFacts {
  failure: BackendError | null;
  answer: {
    status: number;
    retryAfterSeconds?: number | undefined;
    requestId?: string | undefined;
  };
}

/** auth-js errors that carry a name where others carry a code. */
const CODE_BY_NAME: Record<string, string> = {
  // The service answered session_not_found; auth-js renames it.
  AuthSessionMissingError: "session_not_found",
  AuthInvalidCredentialsError: "validation_failed",
  AuthPKCEGrantCodeExchangeError: "bad_oauth_callback",
};

/**
 * Names an error that a flow of auth-js answered.
 * @see auth-js `lib/errors.ts` for the classes behind the names
 */
export function fromAuthFlow(
  upstream: UpstreamError,
  facts: FlowFacts,
  operation: string,
): BackendError {
  if (facts.failure) return facts.failure;
  const { answer } = facts;
  const status = upstream.status || answer.status || 400;
  const upstreamCode = upstream.code ?? CODE_BY_NAME[upstream.name];
  const context = {
    status,
    operation,
    retryAfterSeconds: answer.retryAfterSeconds,
    requestId: answer.requestId,
  };
  if (upstreamCode === undefined) return fromForeignAnswer(context);
  return fromAuth({ ...context, upstreamCode, reasons: upstream.reasons });
}
