import type { BackendError } from "./backend-error.js";
import { fromAuth } from "./from-auth.js";
import { fromForeignAnswer } from "./from-network.js";

/** The type omits `message`, because the message may contain an email address. */
interface UpstreamError {
  name: string;
  status?: number | undefined;
  code?: string | undefined;
  reasons?: readonly string[];
}

export interface FlowFacts {
  failure: BackendError | null;
  /**
   * The error that the service sent. auth-js drops the code of a 5xx and renames some other codes.
   */
  refusal: BackendError | null;
  answer: {
    status: number;
    sentence?: string | undefined;
    retryAfterSeconds?: number | undefined;
    requestId?: string | undefined;
  };
}

const CODE_BY_NAME: Record<string, string> = {
  AuthSessionMissingError: "session_not_found",
  AuthInvalidCredentialsError: "validation_failed",
  AuthPKCEGrantCodeExchangeError: "bad_oauth_callback",
};

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
