import { useState } from "react";
import { createRoot } from "react-dom/client";
import { type BrowserBackend, createBrowserBackend } from "../../../src/browser/index.js";
import { defineBackend } from "../../../src/index.js";
import { BackendProvider, type PasskeyHandle, usePasskey } from "../../../src/react/index.js";

export interface PageTools {
  client: BrowserBackend;
  events: string[];
  passkey: PasskeyHandle | null;
  mount(): void;
  unmount(): void;
}

declare global {
  interface Window {
    tools: PageTools;
  }
}

const config = { url: "http://never-called.test", anonKey: "sb_publishable_page" };
const client = createBrowserBackend(defineBackend(config));
const events: string[] = [];
client.session.subscribe((event, _, source) => events.push(`${event} ${source}`));
client.start();
void client.session.reload("server");

function Button() {
  const passkey = usePasskey();
  tools.passkey = passkey;
  const { signIn, isPending, error } = passkey;
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => signIn()}>
        Sign in with a passkey
      </button>
      {error && <p role="alert">{error.code}</p>}
    </>
  );
}

function App() {
  const [isShown, show] = useState(true);
  tools.unmount = () => show(false);
  return (
    <BackendProvider
      client={client}
      config={config}
      initialSession={{ status: "unauthenticated" }}
      onUserGone={() => undefined}
    >
      {isShown && <Button />}
    </BackendProvider>
  );
}

const tools: PageTools = {
  client,
  events,
  passkey: null,
  mount() {
    const root = document.querySelector("#root");
    if (root) createRoot(root).render(<App />);
  },
  unmount: () => undefined,
};
window.tools = tools;
