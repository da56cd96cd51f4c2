import type { BrowserEnvironment } from "./environment.js";
import type { SessionClient } from "./session-client.js";

/**
 * A message only says that something happened, and the receiving tab asks the server. So a message
 * can neither contain a token nor sign a user out.
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
