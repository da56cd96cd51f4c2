import { BackendError } from "./backend-error.js";
import { type ErrorCodes, STORAGE_CODES } from "./codes.js";
import { fromForeignAnswer } from "./from-network.js";

const KNOWN: ReadonlySet<string> = new Set(STORAGE_CODES);
const RETRYABLE = new Set(["DatabaseTimeout", "LockTimeout", "ResourceLocked", "SlowDown"]);

function isStorageCode(code: string): code is ErrorCodes["storage"] {
  return KNOWN.has(code);
}

const OLD_NAMES: Record<string, ErrorCodes["storage"]> = {
  not_found: "NoSuchKey",
  Duplicate: "KeyAlreadyExists",
  "Payload too large": "EntityTooLarge",
  invalid_mime_type: "InvalidMimeType",
  Unauthorized: "AccessDenied",
};

export interface StorageAnswer {
  status: number;
  operation: string;
  upstreamCode?: string | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

export function fromStorage(answer: StorageAnswer): BackendError {
  const { status, operation, upstreamCode, retryAfterSeconds, requestId } = answer;
  if (upstreamCode === undefined)
    return fromForeignAnswer({ status, operation, retryAfterSeconds, requestId });
  const code = isStorageCode(upstreamCode) ? upstreamCode : (OLD_NAMES[upstreamCode] ?? "unknown");
  return new BackendError({
    kind: "storage",
    code,
    upstreamCode,
    status,
    operation,
    requestId,
    retryAfterSeconds,
    message: `${operation} failed: the storage service returned ${status} (${upstreamCode}).`,
    retryable: RETRYABLE.has(code) || status >= 500 || status === 429,
  });
}
