import type { Context } from "hono";
import { DISK_FULL, isDiskFull } from "../config/disk-full.ts";

export class StorageError extends Error {
  /** Status in the body of the response. The HTTP status of most responses is 400. */
  readonly status: number;
  readonly code: string;
  /** Older, shorter name, which the response also contains. */
  readonly error: string;
  readonly httpStatus: number;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { error?: string; httpStatus?: number } = {},
  ) {
    super(message);
    this.name = "StorageError";
    this.status = status;
    this.code = code;
    this.error = options.error ?? code;
    this.httpStatus = options.httpStatus ?? (REAL_STATUSES.has(status) ? status : 400);
  }
}

const REAL_STATUSES = new Set([416, 429, 500, 544]);

export const refuse = {
  noSuchBucket: () =>
    new StorageError(404, "NoSuchBucket", "Bucket not found", { error: "Bucket not found" }),
  noSuchKey: () => new StorageError(404, "NoSuchKey", "Object not found", { error: "not_found" }),
  accessDenied: (message: string) =>
    new StorageError(403, "AccessDenied", message, { error: "Unauthorized" }),
  wrongRole: () =>
    new StorageError(403, "AccessDenied", "Access denied: Invalid role", {
      error: "Unauthorized",
      httpStatus: 403,
    }),
  keyExists: () =>
    new StorageError(409, "KeyAlreadyExists", "The resource already exists", {
      error: "Duplicate",
    }),
  resourceExists: () =>
    new StorageError(409, "ResourceAlreadyExists", "The resource already exists", {
      error: "Duplicate",
    }),
  bucketAlreadyExists: () =>
    new StorageError(409, "BucketAlreadyExists", "The resource already exists", {
      error: "Duplicate",
    }),
  bucketNotEmpty: () =>
    new StorageError(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty"),
  tooLarge: (what = "object") =>
    new StorageError(413, "EntityTooLarge", `The ${what} exceeded the maximum allowed size`, {
      error: "Payload too large",
    }),
  mimeType: (mimeType: string) =>
    new StorageError(415, "InvalidMimeType", `mime type ${mimeType} is not supported`, {
      error: "invalid_mime_type",
    }),
  contentType: () =>
    new StorageError(415, "InvalidMimeType", "Invalid Content-Type header", {
      error: "invalid_mime_type",
    }),
  invalidKey: (key: string) => new StorageError(400, "InvalidKey", `Invalid key: ${key}`),
  invalidBucketName: () =>
    new StorageError(400, "InvalidBucketName", "Bucket name invalid", { error: "Invalid Input" }),
  invalidRange: () =>
    new StorageError(416, "InvalidRange", "invalid range provided", { error: "invalid_range" }),
  invalidJwt: (message: string) => new StorageError(400, "InvalidJWT", message),
  invalidSignature: (message = "Invalid signature") =>
    new StorageError(400, "InvalidSignature", message),
  invalidRequest: (message: string) => new StorageError(400, "InvalidRequest", message),
  invalidInput: (message: string) =>
    new StorageError(400, "InvalidRequest", message, { error: "Error" }),
  unreadableBody: (message: string) =>
    new StorageError(400, "InvalidRequest", message, { error: "FastifyError" }),
  bodyTooLarge: () =>
    new StorageError(413, "EntityTooLarge", "Request body is too large", {
      error: "FastifyError",
      httpStatus: 413,
    }),
  invalidParameter: (message: string) => new StorageError(400, "InvalidParameter", message),
  robotsTag: (message: string) =>
    new StorageError(400, "InvalidRequest", `Invalid X-Robots-Tag header: ${message}`, {
      error: "invalid_x_robots_tag",
    }),
  noRoute: (method: string, url: string) =>
    new StorageError(404, "InvalidRequest", `Route ${method}:${url} not found`, {
      error: "Not Found",
      httpStatus: 404,
    }),
  unknownRole: () => databaseError("22023"),
  notSupported: (feature: string) =>
    new StorageError(409, "NotSupported", `The local backend does not offer ${feature}`),
};

const unstorableText = () =>
  refuse.invalidRequest("The request contains a character that cannot be stored");

interface SqlError {
  code: string;
  message: string;
  detail?: string;
  internalQuery?: string;
  where?: string;
}

const schemaMismatch = ({ internalQuery, where }: SqlError): StorageError =>
  new StorageError(
    503,
    "DatabaseSchemaMismatch",
    internalQuery === undefined
      ? "The database schema is out of sync. Please run migrations or contact support."
      : `There is a database schema mismatch in a trigger or RLS policy: ${where}`,
  );

const RLS_REFUSAL = "new row violates row-level security policy";

const SQL_REFUSALS: Readonly<Record<string, (error: SqlError) => StorageError>> = {
  // Hides PostgreSQL's message about row-level security, which contains the table's name.
  "42501": ({ message }) =>
    refuse.accessDenied(message.includes("row-level security") ? RLS_REFUSAL : message),
  // PostgreSQL's error codes for a NUL character in text and in JSON.
  "22021": unstorableText,
  "22P05": unstorableText,
  "22P02": ({ message }) => refuse.invalidParameter(message),
  "42703": schemaMismatch,
  "42P01": schemaMismatch,
  "23505": refuse.resourceExists,
  "23503": ({ detail }) =>
    detail?.includes("is still referenced from table")
      ? new StorageError(
          409,
          "ResourceReferenced",
          "The resource could not be updated or removed due to a foreign key constraint",
        )
      : new StorageError(404, "InvalidRequest", "The related resource does not exist"),
  "25006": () =>
    new StorageError(
      503,
      "DatabaseReadOnly",
      "The database is currently in read-only mode. Please try again later.",
    ),
  "55P03": () => new StorageError(423, "ResourceLocked", "The resource is locked"),
  "57014": () =>
    new StorageError(544, "DatabaseTimeout", "The connection to the database timed out"),
};

function isSqlError(thrown: unknown): thrown is SqlError {
  const { code, message } = thrown as { code?: unknown; message?: unknown };
  return typeof message === "string" && typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
}

/** Hides PostgreSQL's message, which may contain values that the caller may not see. */
const databaseError = (code: string): StorageError =>
  new StorageError(500, "DatabaseError", `database error, code: ${code}`);

export function toStorageError(thrown: unknown): StorageError {
  if (thrown instanceof StorageError) return thrown;
  if (isDiskFull(thrown)) return new StorageError(500, "InternalError", DISK_FULL);
  if (!isSqlError(thrown)) return new StorageError(500, "InternalError", "Internal server error");
  return SQL_REFUSALS[thrown.code]?.(thrown) ?? databaseError(thrown.code);
}

export function renderError(c: Context, thrown: unknown): Response {
  const failure = toStorageError(thrown);
  const body = {
    statusCode: String(failure.status),
    error: failure.error,
    message: failure.message,
    code: failure.code,
  };
  return c.newResponse(c.req.raw.method === "HEAD" ? null : JSON.stringify(body), {
    status: failure.httpStatus as 400,
    headers: { "content-type": "application/json; charset=utf-8" },
  });
}
