import { after } from "next/server.js";

export function waitUntil(work: Promise<unknown>): void {
  try {
    after(work);
  } catch {
    // `after` throws outside a request. The work is already running and never rejects.
  }
}
