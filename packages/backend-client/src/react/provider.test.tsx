import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PublicSession } from "../session/session.js";
import { BackendProvider } from "./provider.js";
import { useChannel } from "./use-channel.js";
import { useSession } from "./use-session.js";
import { useUpload } from "./use-upload.js";

const config = { url: "http://backend.test", anonKey: "sb_publishable_test" };

const initialSession: PublicSession = {
  status: "authenticated",
  claims: {
    sub: "ana",
    role: "authenticated",
    aud: "authenticated",
    iss: "http://backend.test/auth/v1",
    exp: 0,
    session_id: "s",
    aal: "aal1",
  },
  expiresInSeconds: 60,
  event: { count: 1, name: "SIGNED_IN" },
};

function Page(): ReactNode {
  const session = useSession();
  const { status } = useChannel({ topic: "room" });
  const upload = useUpload();
  const user = session.status === "authenticated" ? session.claims.sub : "nobody";
  return `${user} ${status} ${upload.state}`;
}

afterEach(() => vi.unstubAllGlobals());

describe("rendering on a server", () => {
  it("shows the user at once, starts nothing and sends nothing", () => {
    const touched = vi.fn();
    vi.stubGlobal("fetch", touched);
    vi.stubGlobal("BroadcastChannel", touched);
    vi.stubGlobal("WebSocket", touched);
    vi.stubGlobal("setTimeout", touched);
    const html = renderToString(
      <BackendProvider config={config} initialSession={initialSession}>
        <Page />
      </BackendProvider>,
    );
    expect(html).toBe("ana joining idle");
    expect(touched).not.toHaveBeenCalled();
  });

  it("says what is missing when a hook has no provider above it", () => {
    expect(() => renderToString(<Page />)).toThrow("useSession needs a BackendProvider above it.");
  });

  it("refuses an invalid configuration", () => {
    const broken = { ...config, url: "nonsense" };
    const ui = (
      <BackendProvider config={broken} initialSession={initialSession}>
        <p>never</p>
      </BackendProvider>
    );
    expect(() => renderToString(ui)).toThrow("url");
  });
});
