import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../../test/support/visitor.js";
import { SESSION_COOKIE } from "../../config/constants.js";
import { authAnswer } from "../../testing/index.js";

const CALLBACK = "http://app.test/auth/callback";

let memory: Visitor["memory"];
let box: Visitor["box"];
let sessions: Visitor["sessions"];
let signedIn: Visitor["signedIn"];

beforeEach(() => {
  ({ memory, box, sessions, signedIn } = createVisitor());
});

async function follow(path: string): Promise<string | null> {
  const response = box.take(await sessions.handle(box.request(path)));
  expect(response.status).toBe(303);
  return response.headers.get("location");
}

async function beginOAuth(provider: "github" | "gitlab"): Promise<string> {
  const scope = sessions.open(box.request("/"));
  const options = { skipBrowserRedirect: true, redirectTo: `${CALLBACK}?next=/${provider}` };
  const { data } = await scope.auth.signInWithOAuth({ provider, options });
  box.take(scope.apply(new Response()));
  const answer = await memory.fetch(data?.url ?? "");
  const { pathname, search } = new URL(answer.headers.get("location") ?? "");
  return pathname + search;
}

describe("the first of two links that change an email address", () => {
  const MESSAGE =
    "message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email";

  it("redirects from the callback to `next` with the notice confirm_other_address", async () => {
    await signedIn();
    expect(await follow(`/auth/callback?${MESSAGE}&next=%2Fin`)).toBe(
      "/in?notice=confirm_other_address#",
    );
    expect((await sessions.open(box.request("/")).session()).status).toBe("authenticated");
  });

  it("redirects to `next` with a notice after the visitor presses Continue", async () => {
    await signedIn();
    memory.faults.add({
      path: "/auth/v1/verify",
      respond: () =>
        Response.json({
          code: "200",
          msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
        }),
    });
    const body = new URLSearchParams({ token_hash: "abc", type: "email_change", next: "/in?a=1" });
    const response = await sessions.handle(box.post("/auth/confirm", { body }));
    expect(response.headers.get("location")).toBe("/in?a=1&notice=confirm_other_address");
  });
});

describe("sign-ins with a provider", () => {
  it.each([
    ["in the order of their start", 0, 1],
    ["in the reverse order", 1, 0],
  ])("in two tabs both succeed when the visitor completes them %s", async (_name, one, other) => {
    const tabs = [await beginOAuth("github"), await beginOAuth("gitlab")];
    const names = ["/github#", "/gitlab#"];
    expect(await follow(tabs[one] ?? "")).toBe(names[one]);
    expect(await follow(tabs[other] ?? "")).toBe(names[other]);
    expect(memory.count("/auth/v1/token?grant_type=pkce")).toBe(2);
    expect((await sessions.open(box.request("/")).session()).status).toBe("authenticated");
  });

  it("succeed when the visitor opens the callback again after an outage of the service", async () => {
    const path = await beginOAuth("github");
    memory.faults.add({ path: "/auth/v1/token", status: 503 });
    expect(await follow(path)).toBe("/sign-in?error=service_unavailable&next=%2Fgithub#");
    expect(await follow(path)).toBe("/github#");
  });

  it.each(["", "short", "with%20space", "x".repeat(65)])(
    "succeed when the flow id in the callback is malformed: %j",
    async (id) => {
      const path = (await beginOAuth("github")).replace(/sb_flow_id=[^&]+/, `sb_flow_id=${id}`);
      expect(await follow(path)).toBe("/github#");
    },
  );
});

describe("a callback that fails", () => {
  it("redirects to `next` when the signed-in user opens the same callback again", async () => {
    const path = await beginOAuth("github");
    await follow(path);
    expect(await follow(path)).toBe("/github#");
  });

  it.each(["flow_state_not_found", "flow_state_already_used"])(
    "redirects a signed-in user to `next` when the flow no longer exists at the service: %s",
    async (code) => {
      await signedIn();
      const path = await beginOAuth("github");
      memory.faults.add({ path: "/auth/v1/token", respond: () => authAnswer(404, { code }) });
      expect(await follow(path)).toBe("/github#");
    },
  );

  it("redirects to `next` with the error code when the visitor is signed in", async () => {
    await signedIn();
    expect(await follow("/auth/callback?error=access_denied&next=%2Fin")).toBe(
      "/in?error=access_denied#",
    );
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("redirects to the sign-in page with a notice when the flow started in another browser", async () => {
    expect(await follow("/auth/callback?code=1234&next=%2Fin")).toBe(
      "/sign-in?notice=other_browser&next=%2Fin#",
    );
    expect(await follow("/auth/callback?code=1234")).toBe("/sign-in?notice=other_browser#");
  });

  it("redirects to the sign-in page with an error code when the flow has expired at the service", async () => {
    const path = await beginOAuth("github");
    const message = "invalid flow state, flow state has expired";
    memory.faults.add({
      path: "/auth/v1/token",
      respond: () => authAnswer(422, { code: "flow_state_expired", message }),
    });
    expect(await follow(path)).toBe("/sign-in?error=flow_state_expired&next=%2Fgithub#");
  });
});
