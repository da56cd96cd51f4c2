import type { BackendError } from "../errors/backend-error.js";
import { fromStorage, type StorageAnswer } from "../errors/from-storage.js";
import { storageFailure } from "./request.js";

const CODE_OF_STATUS: Readonly<Record<number, string>> = {
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
 * The resumable endpoint sends errors as plain text, so the code comes from the status. HTML is
 * from a gateway, and JSON contains its own code.
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
 * If the service refuses a file before the browser has sent all of it, the browser may receive the
 * status without a body.
 */
export function uploadRefusal(
  text: string,
  answer: Omit<StorageAnswer, "upstreamCode">,
): BackendError {
  return text === "" ? resumableRefusal(text, answer) : storageFailure(text, answer);
}

/**
 * If the service refuses before the browser has sent the whole file, the request may fail, and
 * `status` becomes 0. Remembers the status that the browser received before.
 */
export function noteStatus(xhr: XMLHttpRequest): () => number {
  let status = 0;
  xhr.addEventListener("readystatechange", () => {
    status = xhr.status || status;
  });
  return () => status;
}
