import type { BackendError } from "../errors/backend-error.js";
import { fromStorage, type StorageAnswer } from "../errors/from-storage.js";
import { storageFailure } from "./request.js";

/** The code for an upload response without a code, by status. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  // The service also sends 400 for an expired token.
  400: "InvalidRequest",
  401: "InvalidJWT",
  403: "AccessDenied",
  404: "NoSuchUpload",
  409: "KeyAlreadyExists",
  410: "NoSuchUpload",
  413: "EntityTooLarge",
  415: "InvalidMimeType",
};

/**
 * Maps a refusal of the resumable endpoint, which sends a sentence instead of a code, and never
 * HTML.
 */
export function resumableRefusal(
  text: string,
  answer: Omit<StorageAnswer, "upstreamCode">,
): BackendError {
  const isSentence = !/^\s*[<{]/.test(text);
  const upstreamCode = isSentence ? CODE_OF_STATUS[answer.status] : undefined;
  return upstreamCode === undefined
    ? storageFailure(text, answer)
    : fromStorage({ ...answer, upstreamCode });
}

/**
 * Creates the error from the status. If the service refuses during the upload, only the status may
 * arrive.
 */
export function uploadRefusal(
  text: string,
  answer: Omit<StorageAnswer, "upstreamCode">,
): BackendError {
  return text === "" ? resumableRefusal(text, answer) : storageFailure(text, answer);
}

/**
 * Records the status. When the service refuses an upload early, the failed request has no status.
 */
export function noteStatus(xhr: XMLHttpRequest): () => number {
  let status = 0;
  xhr.addEventListener("readystatechange", () => {
    status = xhr.status || status;
  });
  return () => status;
}
