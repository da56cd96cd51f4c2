import "server-only";
import { headers } from "next/headers";

/**
 * Checks whether the request is for a whole document, not for a part of the page that a navigation
 * within the application fetches. A request without `Sec-Fetch-Dest` counts as a document.
 */
export async function isDocumentRequest(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") !== "empty";
}

/**
 * Awaits a page's check before any part of a document is sent, so that the response has a real
 * status or redirect. Layouts above a loading state call it. A navigation within the application
 * does not wait for it: the loading state shows at once, and the page makes the same check itself.
 */
export async function guardDocument(check: () => Promise<unknown>): Promise<void> {
  if (await isDocumentRequest()) await check();
}
