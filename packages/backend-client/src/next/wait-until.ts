import { after } from "next/server.js";

/** Next finishes the work after the response. Outside a request the process does. */
export function waitUntil(work: Promise<unknown>): void {
  try {
    after(work);
  } catch {
    // The work has begun and never rejects.
  }
}
