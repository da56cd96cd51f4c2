import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import type { Scope } from "./scope-type.js";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const NOTES = "../../../rest/v1/notes?id=eq.1";

const FLOWS: Record<string, (scope: Scope, id: string) => Promise<{ error: unknown }>> = {
  "mfa.challenge": ({ auth }, factorId) => auth.mfa.challenge({ factorId }),
  "mfa.verify": ({ auth }, factorId) =>
    auth.mfa.verify({ factorId, challengeId: ID, code: "123456" }),
  "mfa.unenroll": ({ auth }, factorId) => auth.mfa.unenroll({ factorId }),
  "passkey.update": ({ auth }, passkeyId) => auth.passkey.update({ passkeyId, friendlyName: "a" }),
  "passkey.delete": ({ auth }, passkeyId) => auth.passkey.delete({ passkeyId }),
  unlinkIdentity: ({ auth }, identity_id) =>
    auth.unlinkIdentity({
      identity_id,
      id: ID,
      user_id: ID,
      provider: "github",
      identity_data: {},
      created_at: "",
      updated_at: "",
      last_sign_in_at: "",
    }),
};
const MALFORMED = [NOTES, "../logout?scope=global", "..", ".", "%2e%2e/user", "a#", "a b", "a\\b"];

let visitor: Visitor;
beforeEach(async () => {
  visitor = createVisitor();
  await visitor.signedIn();
});

describe("an id that a flow puts into a request's path", () => {
  it.each(
    Object.entries(FLOWS).flatMap(([name, flow]) =>
      MALFORMED.map((id) => [name, id, flow] as const),
    ),
  )("is refused by %s without a request if it is malformed: %j", async (_name, id, flow) => {
    const scope = visitor.sessions.open(visitor.box.request("/"));
    await scope.session();
    const before = visitor.memory.calls.length;
    const { error } = await flow(scope, id);
    expect(error).toMatchObject({ kind: "auth", code: "validation_failed" });
    expect(visitor.memory.calls.slice(before)).toEqual([]);
    expect((await scope.session()).status).toBe("authenticated");
  });

  it.each(Object.entries(FLOWS))("is sent unchanged by %s if it is valid", async (_name, flow) => {
    const scope = visitor.sessions.open(visitor.box.request("/"));
    await flow(scope, ID);
    expect(visitor.memory.calls.filter(({ path }) => path.includes(ID))).toHaveLength(1);
  });
});
