import type { Runtime } from "../config/runtime.js";
import { retryAfterSeconds } from "../errors/from-network.js";

/**
 * The sum of the delays is longer than a reload of PostgREST's schema cache (one to two seconds).
 */
const RETRY_DELAYS_MS = [200, 600, 1_800] as const;

/**
 * PostgREST sends 503 while it loads its schema cache or cannot connect to Postgres. Supabase's
 * edge sends 520 when PostgREST does not respond.
 */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([503, 520]);

export interface RepeatableRequest {
  send(): Promise<Response>;
  isTransient(failure: unknown): boolean;
  signal?: AbortSignal | undefined;
}

export interface RetryPolicy {
  runtime: Pick<Runtime, "now" | "schedule">;
  deadlineMs: number;
}

export async function fetchWithRetry(
  request: RepeatableRequest,
  { runtime, deadlineMs }: RetryPolicy,
): Promise<Response> {
  const endsAt = runtime.now() + deadlineMs;
  for (let tries = 0; ; tries++) {
    let response: Response | undefined;
    let failure: unknown;
    try {
      response = await request.send();
      if (!RETRYABLE_STATUSES.has(response.status)) return response;
    } catch (cause) {
      if (!request.isTransient(cause)) throw cause;
      failure = cause;
    }
    const backoff = RETRY_DELAYS_MS[tries];
    const asked = response ? (retryAfterSeconds(response.headers, runtime.now()) ?? 0) * 1000 : 0;
    const wait = Math.max(backoff ?? 0, asked);
    if (backoff === undefined || request.signal?.aborted || runtime.now() + wait >= endsAt) {
      if (response) return response;
      throw failure;
    }
    await response?.body?.cancel();
    await pause(runtime, wait, request.signal);
  }
}

function pause(
  runtime: Pick<Runtime, "schedule">,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = runtime.schedule(done, milliseconds);
    function done() {
      cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done);
  });
}
