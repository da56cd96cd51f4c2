import "server-only";
import { headers } from "next/headers";

/**
 * Returns false if Next fetches parts of a page, as it does during a navigation within the app. A
 * request without `Sec-Fetch-Dest` counts as a document.
 */
export async function isDocumentRequest(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") !== "empty";
}

/**
 * Call this function in layouts above a loading state. For a document, runs the check before the
 * response starts, so that the response has the correct status or redirect. During a navigation
 * within the app, the page itself makes the same check.
 */
export async function guardDocument(check: () => Promise<unknown>): Promise<void> {
  if (await isDocumentRequest()) await check();
}
