import "server-only";
import { headers } from "next/headers";

/**
 * Whether a whole document is being answered, not a part of the page that the application fetches
 * to go on within itself. A browser that does not say so gets what a document gets.
 */
export async function isDocumentRequest(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") !== "empty";
}

/**
 * Awaits a page's check before anything of a document is sent, so that its answer is a real status
 * or redirect. Layouts above a loading state call it. Within the application nothing waits for it:
 * the loading state shows at once, and the page, which makes the same check itself, answers.
 */
export async function guardDocument(check: () => Promise<unknown>): Promise<void> {
  if (await isDocumentRequest()) await check();
}
