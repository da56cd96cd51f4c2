import type { Context } from "hono";
import { DISK_FULL, isDiskFull } from "../gateway/disk-full.ts";

/** An error of the Storage API. */
export class StorageError extends Error {
  /** The real status. Most responses are HTTP 400, with this status in the body. */
  readonly status: number;
  /** Stable code for clients, such as `NoSuchKey`. */
  readonly code: string;
  /** Older, shorter name of the error. */
  readonly error: string;

  constructor(status: number, code: string, message: string, options?: { error?: string }) {
    super(message);
    this.name = "StorageError";
    this.status = status;
    this.code = code;
    this.error = options?.error ?? code;
  }
}

/** Statuses sent as HTTP status. Every other error is HTTP 400 with the status in the body. */
const REAL_STATUSES = new Set([416, 429, 500, 544]);

/** With hosted's status, code and message. */
export const refuse = {
  noSuchBucket: () =>
    new StorageError(404, "NoSuchBucket", "Bucket not found", { error: "Bucket not found" }),
  noSuchKey: () => new StorageError(404, "NoSuchKey", "Object not found", { error: "not_found" }),
  accessDenied: (message: string) =>
    new StorageError(403, "AccessDenied", message, { error: "Unauthorized" }),
  alreadyExists: () =>
    new StorageError(409, "ResourceAlreadyExists", "The resource already exists", {
      error: "Duplicate",
    }),
  bucketAlreadyExists: () =>
    new StorageError(409, "BucketAlreadyExists", "The resource already exists", {
      error: "Duplicate",
    }),
  bucketNotEmpty: () =>
    new StorageError(
      409,
      "ResourceNotEmpty",
      "The bucket you tried to delete is not empty. Empty the bucket before deleting it.",
    ),
  tooLarge: () =>
    new StorageError(413, "EntityTooLarge", "The object exceeded the maximum allowed size", {
      error: "Payload too large",
    }),
  mimeType: (mimeType: string) =>
    new StorageError(415, "InvalidMimeType", `mime type ${mimeType} is not supported`, {
      error: "invalid_mime_type",
    }),
  invalidKey: (key: string) => new StorageError(400, "InvalidKey", `Invalid key: ${key}`),
  invalidBucketName: () =>
    new StorageError(400, "InvalidBucketName", "Bucket name invalid", { error: "Invalid Input" }),
  invalidRange: () =>
    new StorageError(416, "InvalidRange", "invalid range provided", { error: "invalid_range" }),
  invalidJwt: (message: string) => new StorageError(400, "InvalidJWT", message),
  invalidSignature: () => new StorageError(400, "InvalidSignature", "Invalid signature"),
  invalidRequest: (message: string) => new StorageError(400, "InvalidRequest", message),
  notSupported: (feature: string) =>
    new StorageError(409, "NotSupported", `The local backend does not offer ${feature}`),
};

const unstorableText = () =>
  refuse.invalidRequest("The request contains a character that cannot be stored");

const SQL_REFUSALS: Readonly<Record<string, (message: string) => StorageError>> = {
  // Omit the table, which PostgreSQL's message names.
  "42501": () => refuse.accessDenied("new row violates row-level security policy"),
  // NUL in a text, and in JSON.
  "22021": unstorableText,
  "22P05": unstorableText,
  "23505": refuse.alreadyExists,
  "23503": () =>
    new StorageError(404, "InvalidRequest", "The parent resource is not found", {
      error: "Not Found",
    }),
  "57014": () =>
    new StorageError(544, "DatabaseTimeout", "The connection to the database timed out"),
};

/** Converts PostgreSQL's errors by SQLSTATE. */
export function toStorageError(thrown: unknown): StorageError {
  if (thrown instanceof StorageError) return thrown;
  if (isDiskFull(thrown)) return new StorageError(500, "InternalError", DISK_FULL);
  const { code, message } = thrown as { code?: unknown; message?: unknown };
  const text = typeof message === "string" ? message : "Internal server error";
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) {
    return new StorageError(500, "InternalError", "Internal server error");
  }
  const known = SQL_REFUSALS[code];
  return known ? known(text) : new StorageError(500, "DatabaseError", text);
}

export function renderError(c: Context, thrown: unknown): Response {
  const failure = toStorageError(thrown);
  const body = {
    statusCode: String(failure.status),
    error: failure.error,
    message: failure.message,
    code: failure.code,
  };
  const status = REAL_STATUSES.has(failure.status) ? failure.status : 400;
  return c.newResponse(c.req.raw.method === "HEAD" ? null : JSON.stringify(body), {
    status: status as 400,
    headers: { "content-type": "application/json; charset=utf-8" },
  });
}
