import { type ReactNode, Suspense } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PublicSession } from "../session/session.js";
import { BackendProvider, useBackend } from "./provider.js";
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
  const user = session.status === "authenticated" ? session.claims.sub : "no user";
  return `${user} ${status} ${upload.state}`;
}

function Client(): ReactNode {
  return `db is a ${typeof useBackend().db}`;
}

afterEach(() => vi.unstubAllGlobals());

describe("BackendProvider on a server", () => {
  it("renders the user at once without a request", () => {
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

  it("is named in the error that a hook without a provider throws", () => {
    expect(() => renderToString(<Page />)).toThrow("useSession needs a BackendProvider above it.");
  });

  it("throws for an invalid configuration", () => {
    const broken = { ...config, url: "nonsense" };
    const ui = (
      <BackendProvider config={broken} initialSession={initialSession}>
        <p>never</p>
      </BackendProvider>
    );
    expect(() => renderToString(ui)).toThrow("url");
  });

  it("renders the page before the session is known, and suspends only components that call useSession", async () => {
    let open: (session: PublicSession) => void = () => undefined;
    const later = new Promise<PublicSession>((resolve) => {
      open = resolve;
    });
    const stream = await renderToReadableStream(
      <main>
        <BackendProvider config={Promise.resolve(config)} initialSession={later}>
          <Client />
          <Suspense fallback="waiting">
            <Page />
          </Suspense>
        </BackendProvider>
      </main>,
    );
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    const shell = (await reader.read()).value;
    expect(shell).toContain("db is a object");
    expect(shell).toContain("waiting");
    open(initialSession);
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
    expect(rest).toContain("ana joining idle");
  });
});
