import { observe } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";
import type { SessionClient } from "./session-client.js";

/**
 * Guards pages that the back/forward cache brings back. Such a page shows what its user saw, also
 * after a sign-out or a change of user: it stays hidden until the server has confirmed the same
 * user, and is loaded anew otherwise, also when nobody can say who is signed in.
 * @returns stops guarding
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
