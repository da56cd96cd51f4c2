import { observe } from "../session/session.js";
import type { BrowserEnvironment } from "./environment.js";
import type { SessionClient } from "./session-client.js";

/** The back/forward cache may restore a page whose user has signed out in the meantime. */
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
