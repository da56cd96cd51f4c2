import { observe } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";
import type { SessionClient } from "./session-client.js";

/** A page from the back/forward cache may show data of a user who has signed out since. */
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
