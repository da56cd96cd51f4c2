import { RESUMABLE_THRESHOLD_BYTES } from "../config/constants.js";
import type { UploadBody, UploadOptions } from "./objects.js";

/**
 * The body as a resumable upload takes it, or null for one that goes up in one request.
 * @throws TypeError where `resumable: true` cannot be done: on a server, or with a stream
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
