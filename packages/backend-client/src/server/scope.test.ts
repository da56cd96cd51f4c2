import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import type { Runtime } from "../config/runtime.js";
import type { BackendError } from "../errors/backend-error.js";
import { createSessionServer } from "./session-server.js";

let visitor: Visitor;

beforeEach(() => {
  visitor = createVisitor();
});

it("says that cookies could not be set, instead of throwing what `setAll` threw", async () => {
  await visitor.signedIn();
  visitor.memory.clock.skip(3_700_000);
  const refusal = new Error("Cookies can only be modified in an action.");
  const fail = () => {
    throw refusal;
  };
  const scope = visitor.sessions.open({
    cookies: { getAll: () => visitor.box.getAll(), setAll: fail },
  });
  const session = await scope.session();
  expect(session).toMatchObject({
    status: "unavailable",
    error: { code: "cookies_read_only", cause: refusal },
  });
  await expect(scope.requireSession()).rejects.toMatchObject({ code: "cookies_read_only" });
});

describe("an exception that no check foresaw", () => {
  const thrown = new Error("not foreseen");
  const fail = () => {
    throw thrown;
  };
  type Options = Parameters<typeof createSessionServer>[1];
  it.each<[string, Partial<Runtime>, Options]>([
    ["the option clientAddress", {}, { clientAddress: fail }],
    ["runtime.randomBytes", { randomBytes: fail }, {}],
    ["runtime.schedule", { schedule: fail }, {}],
  ])("of %s makes the session unavailable", async (_name, runtime, options) => {
    const { memory, box } = visitor;
    await visitor.signedIn();
    memory.clock.skip(3_700_000);
    const { backend } = memory;
    const broken = { ...backend, runtime: { ...backend.runtime, ...runtime } };
    const scope = createSessionServer(broken, options).open(box.request("/"));
    const session = await scope.session();
    expect(session).toMatchObject({ status: "unavailable", error: { kind: expect.any(String) } });
    const { error } = session as { error: BackendError };
    if (error.kind === "auth") expect(error).toMatchObject({ code: "unknown", cause: thrown });
    await expect(scope.refresh()).resolves.toMatchObject({ status: "unavailable" });
  });

  it("passes on what getAll throws", async () => {
    const scope = visitor.sessions.open({ cookies: { getAll: fail } });
    await expect(scope.session()).rejects.toBe(thrown);
  });
});

describe("a second factor", () => {
  it.each([
    [["totp"], undefined, true],
    [["totp"], 900, false],
    ["totp", 900, false],
    [[null], 900, false],
  ])("of a token whose hook wrote %j, asked for within %s: %s", async (amr, maxAge, counts) => {
    const { memory, box, sessions } = visitor;
    const tokens = await memory.auth.signIn({ aal: "aal2", claims: { amr } });
    memory.seed(box, tokens);
    const asked = sessions
      .open(box.request("/"))
      .requireAal2(maxAge === undefined ? {} : { maxAge });
    if (counts) await expect(asked).resolves.toMatchObject({ status: "authenticated" });
    else await expect(asked).rejects.toMatchObject({ code: "insufficient_aal" });
  });
});
