import { observe } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";
import type { SessionClient } from "./session-client.js";

/**
 * Guards pages that the back/forward cache restores. Such a page shows its user's data even after a
 * sign-out or a change of user. It stays hidden until the server has confirmed the same user.
 * Otherwise it reloads, also when the server cannot tell who is signed in.
 * @returns a function that stops guarding
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
