import type { ServiceOptions } from "../config/authorized-fetch.js";
import { BackendError } from "../errors/backend-error.js";
import { fromStorage } from "../errors/from-storage.js";
import type {
  SignedUpload,
  SignedUploadOptions,
  SignedUrlEntry,
  SignedUrlOptions,
} from "./objects.js";
import { objectUrl, sendForJson } from "./request.js";
import type { UploadTarget } from "./upload.js";

interface Signing extends SignedUrlOptions {
  seconds: number;
}

function absoluteUrl({ url }: ServiceOptions, path: string): URL {
  return new URL(`${url}/storage/v1${path}`);
}

function downloadUrl(options: ServiceOptions, path: string, { download }: Signing): string {
  const url = absoluteUrl(options, path);
  if (download) url.searchParams.set("download", download === true ? "" : download);
  return url.href;
}

export async function signDownload(
  options: ServiceOptions,
  { bucket, path }: UploadTarget,
  signing: Signing,
): Promise<string> {
  const operation = "storage sign";
  const { signedURL } = (await sendForJson(options, {
    operation,
    method: "POST",
    path: `/object/sign/${objectUrl(bucket, path, operation)}`,
    json: { expiresIn: signing.seconds },
    signal: signing.signal,
  })) as { signedURL?: string };
  if (!signedURL) throw fromStorage({ status: 200, operation });
  return downloadUrl(options, signedURL, signing);
}

export async function signDownloads(
  options: ServiceOptions,
  { bucket, paths }: { bucket: string; paths: string[] },
  signing: Signing,
): Promise<SignedUrlEntry[]> {
  const operation = "storage sign";
  const answers = await sendForJson(options, {
    operation,
    method: "POST",
    path: `/object/sign/${encodeURIComponent(bucket)}`,
    json: { expiresIn: signing.seconds, paths },
    signal: signing.signal,
  });
  if (!Array.isArray(answers) || answers.length !== paths.length) {
    throw fromStorage({ status: 200, operation });
  }
  return paths.map((path, index) => {
    const { signedURL } = (answers[index] ?? {}) as { signedURL?: string | null };
    return signedURL
      ? { path, signedUrl: downloadUrl(options, signedURL, signing), error: null }
      : { path, signedUrl: null, error: missing(operation) };
  });
}

function missing(operation: string): BackendError {
  return new BackendError({
    kind: "storage",
    code: "NoSuchKey",
    status: 404,
    operation,
    message: `${operation} failed: the object does not exist, or policies hide it.`,
  });
}

export async function signUpload(
  options: ServiceOptions,
  { bucket, path }: UploadTarget,
  { upsert = false, signal }: SignedUploadOptions,
): Promise<SignedUpload> {
  const operation = "storage sign upload";
  const answer = (await sendForJson(options, {
    operation,
    method: "POST",
    path: `/object/upload/sign/${objectUrl(bucket, path, operation)}`,
    json: {},
    headers: { "x-upsert": String(upsert) },
    signal,
  })) as { url?: string };
  const url = absoluteUrl(options, answer.url ?? "");
  const token = url.searchParams.get("token");
  if (!token) throw fromStorage({ status: 200, operation });
  return { path, token, signedUrl: url.href };
}
