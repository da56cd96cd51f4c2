import { BackendError } from "../errors/backend-error.js";

/** `fetch` resolves `.` and `..`, so such a path could reach another bucket or service. */
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
