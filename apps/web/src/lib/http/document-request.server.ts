import "server-only";
import { headers } from "next/headers";

/**
 * During a navigation within the app, Next fetches only parts of a page. A request without
 * `Sec-Fetch-Dest` counts as a document.
 */
export async function isDocumentRequest(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") !== "empty";
}

/**
 * For a document, runs the check before the server starts to send the response, which then has the
 * correct status or redirect. Call it in layouts above a loading state. During a navigation within
 * the app, the page makes the same check.
 */
export async function guardDocument(check: () => Promise<unknown>): Promise<void> {
  if (await isDocumentRequest()) await check();
}
