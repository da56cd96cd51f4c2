import "server-only";
import { headers } from "next/headers";

/**
 * Returns true if the request is for a whole document and not for the part of a page that a
 * navigation within the app fetches. A request without `Sec-Fetch-Dest` counts as a document.
 */
export async function isDocumentRequest(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") !== "empty";
}

/**
 * For a document, awaits a page's check before any part is sent, so that the response has the real
 * status or redirect. Call it in layouts above a loading state. A navigation within the app does
 * not wait: the loading state shows immediately, and the page makes the same check itself.
 */
export async function guardDocument(check: () => Promise<unknown>): Promise<void> {
  if (await isDocumentRequest()) await check();
}
