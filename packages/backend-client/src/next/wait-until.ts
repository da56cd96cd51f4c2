import { after } from "next/server.js";

/**
 * Lets Next finish the work after the response. Outside a request, the process finishes the work.
 */
export function waitUntil(work: Promise<unknown>): void {
  try {
    after(work);
  } catch {
    // `after` throws outside a request. The work is already running and never rejects.
  }
}
