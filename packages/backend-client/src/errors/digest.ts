import type { ErrorKind } from "./codes.js";

/** The parts of a `BackendError` that reach an error page. */
export interface ErrorDigest {
  /** The service that failed, or `network`. */
  kind: ErrorKind;
  /** The code of the error, or `unknown`. */
  code: string;
  /** Seconds to wait before the next attempt, if the service or the SDK asks to wait. */
  retryAfterSeconds?: number;
  /** The service's id of the request. Use it to find the request in the service's logs. */
  requestId?: string;
}

const DIGEST = /^BC;([a-z]+);(\w+);([\d.]*);([\w.:-]*)$/;

/**
 * Reads the `digest` of an error in `error.tsx`. In production, Next passes only the digest and a
 * general message to the browser.
 * @returns the error's kind and code and, if known, when to retry and the id of the request. Returns
 * null if the digest does not belong to a `BackendError`.
 * @example
 * export function textFor(error: Error & { digest?: string }): string {
 *   return readDigest(error.digest)?.kind === "network" ? "Try again in a minute." : "Failed.";
 * }
 */
export function readDigest(digest: string | undefined): ErrorDigest | null {
  const [, kind, code, seconds, requestId] = DIGEST.exec(digest ?? "") ?? [];
  if (!kind || !code) return null;
  return {
    kind: kind as ErrorKind,
    code,
    ...(seconds ? { retryAfterSeconds: Number(seconds) } : {}),
    ...(requestId ? { requestId } : {}),
  };
}
