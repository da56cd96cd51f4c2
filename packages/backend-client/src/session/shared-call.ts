export const LOST = Symbol("lost");

/**
 * Waits for a call of another request. Cloudflare Workers drop the calls of a request when it ends,
 * and waiting for such a call throws. On `LOST`, start the call again.
 * @see
 *   https://developers.cloudflare.com/workers/configuration/compatibility-flags/#handling-cross-request-promise-resolution
 */
export async function joinCall<T>(call: Promise<T>): Promise<T | typeof LOST> {
  try {
    return await call;
  } catch {
    return LOST;
  }
}
