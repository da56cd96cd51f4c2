import { after } from "next/server.js";

/**
 * Makes Next finish the work after the response. Outside a request, the work continues as long as
 * the process runs.
 */
export function waitUntil(work: Promise<unknown>): void {
  try {
    after(work);
  } catch {
    // `after` throws outside a request. The work is already running and never rejects.
  }
}
