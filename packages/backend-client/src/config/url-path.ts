import { BackendError } from "../errors/backend-error.js";

/**
 * A path as the services know it: without slashes at its ends or next to each other.
 * @throws BackendError `invalid_path` for a segment `.` or `..`: `fetch` resolves those before it
 * sends, so that a name someone else chose could lead to another bucket, table or function.
 */
export function cleanPath(
  path: string,
  { kind, operation }: { kind: "storage" | "functions"; operation: string },
): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  if (!segments.some((segment) => segment === "." || segment === "..")) return segments.join("/");
  throw new BackendError({
    kind,
    code: "invalid_path",
    operation,
    message: `${operation} was not sent: a segment of the path or name is "." or "..".`,
  });
}

/** Encodes a clean path for a URL, segment by segment. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
