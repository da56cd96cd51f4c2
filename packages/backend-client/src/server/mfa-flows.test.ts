import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { authAnswer } from "../testing/index.js";

const ADA = { email: "ada@example.test", password: "correct" };
const BEN = { email: "ben@example.test", password: "correct" };

let visitor: Visitor;

beforeEach(async () => {
  visitor = createVisitor();
  visitor.memory.auth.createUser(ADA);
  visitor.memory.auth.createUser(BEN);
  await visitor.signedIn();
});

const open = () => visitor.sessions.open(visitor.box.request("/"));
const asked = () => visitor.memory.count("/auth/v1/user");

describe("the second factors of a user", () => {
  it("are fetched once per scope, even if several calls in the scope need them", async () => {
    const scope = open();
    await expect(scope.requireAal2()).rejects.toMatchObject({ code: "insufficient_aal" });
    await Promise.all([scope.auth.mfa.listFactors(), scope.auth.mfa.listFactors()]);
    await scope.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(asked()).toBe(1);
  });

  it("are fetched again after a flow that may have changed them", async () => {
    const scope = open();
    await scope.auth.mfa.listFactors();
    await scope.auth.mfa.unenroll({ factorId: "unknown" });
    await scope.auth.mfa.listFactors();
    expect(asked()).toBe(2);
  });

  it("are fetched again after a failed fetch", async () => {
    const scope = open();
    const respond = () => authAnswer(500, { code: "unexpected_failure" });
    visitor.memory.faults.add({ path: "/auth/v1/user", times: 2, respond });
    expect((await scope.auth.mfa.listFactors()).error).not.toBeNull();
    expect((await scope.auth.mfa.listFactors()).error).toBeNull();
  });

  it("are fetched again after another user has signed in", async () => {
    const scope = open();
    await scope.auth.mfa.listFactors();
    await scope.auth.signInWithPassword(BEN);
    await scope.auth.mfa.listFactors();
    expect(asked()).toBe(2);
  });
});
