import { RESUMABLE_THRESHOLD_BYTES } from "../config/constants.js";
import type { UploadBody, UploadOptions } from "./objects.js";

/**
 * Returns the body for a resumable upload, or null if it is uploaded in one request.
 * @throws TypeError if `resumable: true` is impossible: on a server, or with a stream
 */
export function resumableFile(body: UploadBody, { resumable }: UploadOptions): Blob | null {
  if (resumable === false) return null;
  const canResume = typeof XMLHttpRequest !== "undefined" && !(body instanceof ReadableStream);
  if (!canResume) {
    if (!resumable) return null;
    throw new TypeError("A resumable upload needs a browser, and a body that is not a stream.");
  }
  const file = body instanceof Blob ? body : new Blob([body]);
  return resumable || file.size > RESUMABLE_THRESHOLD_BYTES ? file : null;
}
