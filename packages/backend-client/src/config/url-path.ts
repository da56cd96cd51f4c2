import { BackendError } from "../errors/backend-error.js";

/**
 * Removes leading, trailing and repeated slashes.
 * @throws BackendError `invalid_path` for a segment `.` or `..`, which `fetch` would resolve, so
 *   that a user's text could lead to another bucket, table or function
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

export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
