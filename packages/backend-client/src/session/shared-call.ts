export const LOST = Symbol("lost");

/**
 * When a request ends, Cloudflare Workers cancel its calls. Another request that waits for a
 * canceled call gets an exception.
 * @see
 * https://developers.cloudflare.com/workers/configuration/compatibility-flags/#handling-cross-request-promise-resolution
 */
export async function joinCall<T>(call: Promise<T>): Promise<T | typeof LOST> {
  try {
    return await call;
  } catch {
    return LOST;
  }
}
