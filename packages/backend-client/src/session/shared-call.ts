/** The result of a shared call that can no longer end. */
export const LOST = Symbol("lost");

/**
 * Waits for a call that another request may have begun and that never rejects. Cloudflare Workers
 * drop what a request began when that request ends, and waiting for it throws: begin a call again then.
 * @see https://developers.cloudflare.com/workers/configuration/compatibility-flags/#handling-cross-request-promise-resolution
 */
export async function joinCall<T>(call: Promise<T>): Promise<T | typeof LOST> {
  try {
    return await call;
  } catch {
    return LOST;
  }
}
