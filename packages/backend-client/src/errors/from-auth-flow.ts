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

/** What came of the flow's last request, which auth-js does not pass on. */
export interface FlowFacts {
  /** Why there was no answer. */
  failure: BackendError | null;
  /** The refusal as the service wrote it: auth-js drops the code of a 5xx and renames others. */
  refusal: BackendError | null;
  answer: {
    /** 0 when nothing was asked. */
    status: number;
    /** The body's sentence. */
    sentence?: string | undefined;
    retryAfterSeconds?: number | undefined;
    requestId?: string | undefined;
  };
}

/** auth-js errors that carry a name where others carry a code. */
const CODE_BY_NAME: Record<string, string> = {
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
  const { failure, refusal, answer } = facts;
  if (failure) return failure;
  const isOwn = refusal?.kind === "auth";
  const status = answer.status >= 400 ? answer.status : upstream.status || 400;
  const upstreamCode = isOwn
    ? (refusal.upstreamCode ?? refusal.code)
    : (upstream.code ?? CODE_BY_NAME[upstream.name]);
  const context = { ...answer, status, operation };
  if (upstreamCode === undefined) return fromForeignAnswer(context);
  return fromAuth({ ...context, upstreamCode, reasons: upstream.reasons });
}
