import { Suspense, useEffect } from "react";
import { expect, it } from "vitest";
import { render } from "../../test/support/render.js";
import { createBrowserBackend } from "../browser/browser-backend.js";
import { defineBackend } from "../config/define-backend.js";
import type { PublicSession } from "../session/session.js";
import { BackendProvider, useBackend } from "./provider.js";
import { useSession } from "./use-session.js";

const config = { url: "http://backend.test", anonKey: "sb_publishable_test" };

function rendered(user: string, session = "first"): PublicSession {
  return {
    status: "authenticated",
    claims: {
      sub: user,
      role: "authenticated",
      aud: "authenticated",
      iss: `${config.url}/auth/v1`,
      exp: 0,
      session_id: `${session}-of-${user}`,
      aal: "aal1",
    },
    expiresInSeconds: 3600,
    event: { count: 1, name: "SIGNED_IN" },
  };
}

it("when one render changes both the user and onUserGone, the provider calls the newest onUserGone", () => {
  const gone: string[] = [];
  const client = createBrowserBackend(defineBackend(config), { initialSession: rendered("ana") });
  const page = (user: string) => (
    <BackendProvider
      client={client}
      config={config}
      initialSession={rendered(user)}
      onUserGone={() => gone.push(`while rendering for ${user}`)}
    >
      <p>{user}</p>
    </BackendProvider>
  );
  const { rerender, unmount } = render(page("ana"));
  rerender(page("bea"));
  expect(gone).toEqual(["while rendering for bea"]);
  rerender(page("bea"));
  expect(gone).toHaveLength(1);
  unmount();
});

it("the provider calls onUserGone when another user signs in after a sign-out, but not when the same user returns", async () => {
  const seen: string[] = [];
  const client = createBrowserBackend(defineBackend(config), {
    initialSession: rendered("ana"),
    environment: { fetch: async () => Response.json({ status: "unauthenticated" }) },
  });
  const page = (session: PublicSession) => (
    <BackendProvider
      client={client}
      config={config}
      initialSession={session}
      onUserGone={({ status }) => seen.push(status)}
    >
      <p>page</p>
    </BackendProvider>
  );
  const { rerender, unmount } = render(page(rendered("ana")));
  await client.session.signOut();
  expect(seen).toEqual(["unauthenticated"]);
  rerender(page(rendered("ana", "second")));
  expect(seen).toHaveLength(1);
  await client.session.signOut();
  rerender(page(rendered("bea")));
  expect(seen).toEqual(["unauthenticated", "unauthenticated", "authenticated"]);
  unmount();
});

const seen: string[] = [];

function Page() {
  const { session: client } = useBackend();
  useEffect(() => client.subscribe((event) => seen.push(event)), [client]);
  return (
    <Suspense fallback={<p>waiting</p>}>
      <Who />
    </Suspense>
  );
}

function Who() {
  const session = useSession();
  return <p>{session.status === "authenticated" ? session.claims.sub : session.status}</p>;
}

it("the provider uses a session and a configuration that arrive after the page rendered", async () => {
  let open: (session: PublicSession) => void = () => undefined;
  const later = new Promise<PublicSession>((resolve) => {
    open = resolve;
  });
  const { unmount } = render(
    <BackendProvider config={Promise.resolve(config)} initialSession={later}>
      <Page />
    </BackendProvider>,
  );
  expect(document.body.textContent).toContain("waiting");
  expect(seen).toEqual([]);
  open(rendered("ana"));
  await expect.poll(() => document.body.textContent).toContain("ana");
  await expect.poll(() => seen[0]).toBe("INITIAL_SESSION");
  unmount();
});
