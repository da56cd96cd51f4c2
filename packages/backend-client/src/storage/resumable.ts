import type { ServiceOptions } from "../config/authorized-fetch.js";
import { RESUMABLE_THRESHOLD_BYTES } from "../config/constants.js";
import type { UploadBody, UploadOptions } from "./objects.js";
import { createStorageClient, type StorageClient } from "./storage-client.js";
import { type Uploader, uploadWhole } from "./upload.js";

export function createBrowserStorage(options: ServiceOptions): StorageClient {
  return createStorageClient(options, uploadFromBrowser);
}

const uploadFromBrowser: Uploader = async (options, target, { body, upload }) => {
  const file = resumableFile(body, upload);
  if (!file) return uploadWhole(options, target, { body, upload });
  const { uploadResumable } = await import("./resumable-upload.js");
  return uploadResumable(options, target, { body: file, upload });
};

function resumableFile(body: UploadBody, { resumable }: UploadOptions): Blob | null {
  if (resumable === false) return null;
  if (body instanceof ReadableStream) {
    if (!resumable) return null;
    throw new TypeError("A resumable upload needs a body that is not a stream.");
  }
  const file = body instanceof Blob ? body : new Blob([body]);
  return resumable || file.size > RESUMABLE_THRESHOLD_BYTES ? file : null;
}
