import type { BrowserEnvironment } from "./environment.js";
import type { SessionClient } from "./session-client.js";

/**
 * Messages between tabs contain no session. The receiving tab requests the session from the server.
 */
export function joinTabs(parts: {
  session: SessionClient;
  environment: Pick<BrowserEnvironment, "openTabs">;
  name: string;
}): () => void {
  const { session, environment, name } = parts;
  const tabs = environment.openTabs(name, () => void session.reload("tab"));
  const stop = session.subscribe((event, _, source) => {
    if (event !== "INITIAL_SESSION" && source !== "tab") tabs.post({ event });
  });
  return () => {
    stop();
    tabs.close();
  };
}
