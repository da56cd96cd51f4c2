import { observe } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";
import type { SessionClient } from "./session-client.js";

/**
 * Hides a signed-in user's page after the back/forward cache has restored it. Shows the page again
 * if the server confirms that the same user is signed in. Otherwise, reloads the page.
 */
export function guardRestoredPages(
  session: SessionClient,
  environment: Pick<BrowserEnvironment, "onRestored" | "conceal" | "reload">,
): () => void {
  return environment.onRestored(() => {
    const shown = session.get();
    if (shown?.status !== "authenticated") return;
    const reveal = environment.conceal();
    void session.reload("server").then((now) => {
      if (observe(now).userId === shown.claims.sub) reveal();
      else environment.reload();
    });
  });
}
