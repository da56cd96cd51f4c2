import type { BackendError } from "../errors/backend-error.js";
import { fromStorage, type StorageAnswer } from "../errors/from-storage.js";
import { storageFailure } from "./request.js";

/** The service's codes by status, for answers to an upload that carry none. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  // Said of a token that has ended, too.
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
 * Names a refusal of the service's resumable part, which answers with a sentence instead of a code.
 * Not when a page of HTML came, which someone else wrote.
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
 * Names a refused upload. Of one that the service refuses while it is being sent only the status may
 * arrive: then that tells.
 */
export function uploadRefusal(
  text: string,
  answer: Omit<StorageAnswer, "upstreamCode">,
): BackendError {
  return text === "" ? resumableRefusal(text, answer) : storageFailure(text, answer);
}

/**
 * Notes the status of an answer as soon as its headers are there: the service closes the connection
 * of an upload that it refuses early, and a request that failed has no status any more.
 * @returns the status; 0 when none came
 */
export function noteStatus(xhr: XMLHttpRequest): () => number {
  let status = 0;
  xhr.addEventListener("readystatechange", () => {
    status = xhr.status || status;
  });
  return () => status;
}
