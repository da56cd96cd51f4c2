import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { SESSION_COOKIE } from "../config/constants.js";
import type { InnerScope } from "../server/inner-scope.js";
import { authAnswer, createMemoryBackend } from "../testing/index.js";

let memory: Visitor["memory"];
let box: Visitor["box"];
let sessions: Visitor["sessions"];
let signedIn: Visitor["signedIn"];
let visit: Visitor["visit"];

/** Claims for a token that another project signs with this project's issuer. */
const ourIssuer = () => ({ claims: { iss: memory.backend.issuer } });

beforeEach(() => {
  ({ memory, box, sessions, signedIn, visit } = createVisitor());
});

describe("a token that the service just issued", () => {
  it("is accepted even if its key is new and keys were fetched a moment ago", async () => {
    await signedIn();
    await visit();
    memory.clock.skip(3_540_000);
    const stranger = memory.createJar();
    memory.seed(stranger, await createMemoryBackend().auth.signIn(ourIssuer()));
    await sessions.open(stranger.request("/"), { isReadOnly: true }).session();
    memory.auth.rotateSigningKey();
    expect((await visit()).session.status).toBe("authenticated");
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("is accepted when it replaces a refused token", async () => {
    await signedIn();
    await visit();
    const foreign = await createMemoryBackend().auth.signIn(ourIssuer());
    memory.seed(box, { ...(await memory.auth.signIn()), access_token: foreign.access_token });
    memory.faults.add({
      path: "/auth/v1/token",
      respond: () => {
        memory.auth.rotateSigningKey();
        return undefined;
      },
    });
    expect((await visit()).session.status).toBe("authenticated");
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("is not refreshed again when it is invalid", async () => {
    await signedIn();
    memory.clock.skip(3_540_000);
    const foreign = await createMemoryBackend().auth.signIn(ourIssuer());
    memory.faults.add({
      path: "/auth/v1/token",
      times: 9,
      respond: () => authAnswer(200, { ...foreign, expires_in: 3600 }),
    });
    expect((await visit()).session).toMatchObject({
      status: "unavailable",
      error: { kind: "auth", code: "token_invalid" },
    });
    expect(memory.count("/auth/v1/token")).toBe(1);
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });
});

it("a user is signed out when the service ends the session at a refresh, even if the keys are unavailable", async () => {
  await signedIn();
  memory.clock.skip(3_540_000);
  memory.faults.add({ path: "/auth/v1/.well-known", times: 9, status: 500 });
  memory.faults.add({
    path: "/auth/v1/token",
    respond: () => authAnswer(400, { code: "session_not_found" }),
  });
  expect((await visit()).session).toMatchObject({
    status: "unauthenticated",
    error: { code: "session_not_found" },
  });
});

it("a failed forced refresh returns the previous session and the reason", async () => {
  await signedIn();
  const open = () => sessions.open(box.request("/")) as InnerScope;
  memory.faults.add({ path: "/auth/v1/token", times: 2, status: 500 });
  const failed = await open().tryRefresh();
  expect(failed).toMatchObject({
    session: { status: "authenticated" },
    error: { code: "service_unavailable" },
  });
  const better = await open().tryRefresh();
  expect(better).toMatchObject({ session: { status: "authenticated" }, error: null });
});
