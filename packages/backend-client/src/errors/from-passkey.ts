import { BackendError } from "./backend-error.js";

export function passkeyUnsupported(operation: string, why: string, cause?: unknown): BackendError {
  const message = `${operation} is not possible here: ${why}`;
  const code = "passkey_unsupported";
  return new BackendError({ kind: "auth", code, message, operation, cause });
}

const REASONS: Record<string, string> = {
  SecurityError: "the passkeys of this project belong to a different domain.",
  NotSupportedError: "no authenticator on this device supports what the project asks for.",
  ConstraintError: "no authenticator on this device can store a passkey.",
};

export function fromPasskeyFailure(thrown: unknown, operation: string): BackendError {
  const name = String(Object(thrown).name);
  const reason = Object.hasOwn(REASONS, name) ? REASONS[name] : undefined;
  if (reason) return passkeyUnsupported(operation, reason, thrown);
  const failure = { kind: "auth", operation, cause: thrown } as const;
  // For privacy, browsers use the same error for a refusal, a timeout and a missing passkey.
  if (name === "NotAllowedError" || name === "AbortError") {
    const message = `${operation} ended without a passkey. For example, the user canceled or waited too long, this device has no passkey for this site, or another passkey call started.`;
    return new BackendError({ ...failure, code: "passkey_cancelled", message });
  }
  if (name === "InvalidStateError") {
    const message = `${operation} changed nothing: this device already has a passkey for this user.`;
    return new BackendError({ ...failure, code: "webauthn_credential_exists", message });
  }
  const message = `${operation} failed in the browser: ${name}.`;
  return new BackendError({ ...failure, code: "unknown", message });
}
