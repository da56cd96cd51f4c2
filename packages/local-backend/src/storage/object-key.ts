import { refuse } from "./errors.ts";

export interface ObjectAddress {
  bucket: string;
  name: string;
}

/**
 * Characters that S3 and Supabase Storage allow.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html
 */
const OBJECT_NAME = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const BUCKET_NAME = /^[\w!\-.*'() &$@=;:+,?]+$/;

/** Suffix of the names of analytics buckets. */
const RESERVED_SUFFIX = "--table-s3";

export function isObjectName(name: string): boolean {
  const isUsable = name.length <= 1024 && OBJECT_NAME.test(name) && !name.startsWith("/");
  return isUsable && !hasDotSegment(name);
}

export function requireObjectName(name: string): void {
  if (hasDotSegment(name)) throw refuse.invalidKey(`${name} contains dot path segment`);
  if (!isObjectName(name)) throw refuse.invalidKey(name);
}

/** Browsers and proxies resolve dot segments, so that a request would reach another object. */
export function hasDotSegment(path: string): boolean {
  return path.split("/").some((segment) => segment === "." || segment === "..");
}

function isBucketName(name: string): boolean {
  return name.length <= 100 && BUCKET_NAME.test(name);
}

export function requireBucketName(name: string): void {
  if (!isBucketName(name)) throw refuse.invalidBucketName();
}

/** As on hosted Supabase, the rules for new names are stricter than those for existing buckets. */
export function isNewBucketName(name: string): boolean {
  return isBucketName(name) && name.trim() === name && !name.endsWith(RESERVED_SUFFIX);
}

/** @param pathname percent-encoded, as the client sent it */
export function parseObjectPath(pathname: string, marker: string): ObjectAddress {
  const start = pathname.indexOf(marker);
  const rest = start < 0 ? "" : pathname.slice(start + marker.length);
  const slash = rest.indexOf("/");
  const bucket = decode(slash < 0 ? rest : rest.slice(0, slash));
  const name = slash < 0 ? "" : decode(rest.slice(slash + 1));
  requireBucketName(bucket);
  if (name === "" || name.includes("\0")) throw refuse.invalidKey(name);
  return { bucket, name };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuse.invalidKey(text);
  }
}
