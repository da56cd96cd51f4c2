import { beforeEach, expect, it } from "vitest";
import { FakeAccounts } from "../../tests/support/email/fakes.ts";
import { Refusal } from "../_shared/http.ts";
import { createHandler } from "./handler.ts";

const ORG = "22222222-2222-4222-8222-222222222222";
const MEMBER = "33333333-3333-4333-8333-333333333333";

let accounts: FakeAccounts;
let calls: unknown[];
let refused: Refusal | undefined;
let isRecordBroken: boolean;

beforeEach(() => {
  accounts = new FakeAccounts();
  calls = [];
  refused = undefined;
  isRecordBroken = false;
});

async function call(body: unknown = { org_id: ORG, user_id: MEMBER }, token = "user-token") {
  const handler = createHandler({
    database: {
      async rpcAs(bearer, name, parameters) {
        calls.push([bearer, name, parameters]);
        if (refused) throw refused;
      },
      async rpc(name, parameters) {
        calls.push(["service", name, parameters]);
        if (isRecordBroken) throw new Error("database away");
      },
    },
    accounts,
    serviceKeys: ["service-key"],
    verify: async () => ({ kind: "valid", claims: { sub: "owner", role: "authenticated" } }),
  });
  const response = await handler(
    new Request("https://functions.example/reset-factors", {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, body: await response.json() };
}

// S-4.62
it("reset-factors checks the reset with the caller's rights, records it, and then removes the factors", async () => {
  expect(await call()).toEqual({ status: 200, body: { user_id: MEMBER, removed: 1 } });
  expect(calls).toEqual([
    ["user-token", "check_factor_reset", { org_id: ORG, user_id: MEMBER }],
    ["service", "record_factor_reset", { org_id: ORG, user_id: MEMBER, actor_id: "owner" }],
  ]);
  expect(accounts.factorsRemoved).toEqual([MEMBER]);
});

it("reset-factors returns the database's error and removes no factors if the database refuses the reset", async () => {
  refused = new Refusal(403, "insufficient_aal", { level: "step_up" });
  expect(await call()).toEqual({
    status: 403,
    body: { code: "insufficient_aal", detail: { level: "step_up" } },
  });
  expect(calls).toHaveLength(1);
  expect(accounts.factorsRemoved).toEqual([]);
});

it("reset-factors removes no factors if recording the reset fails", async () => {
  isRecordBroken = true;
  expect(await call()).toEqual({ status: 500, body: { code: "unknown" } });
  expect(accounts.factorsRemoved).toEqual([]);
});

it("reset-factors rejects a call with the secret key, and a call without the id of a firm or a member", async () => {
  expect(await call(undefined, "service-key")).toEqual({
    status: 403,
    body: { code: "forbidden" },
  });
  for (const body of [{}, { org_id: ORG }, { org_id: "x", user_id: MEMBER }, "x"]) {
    expect(await call(body)).toEqual({ status: 400, body: { code: "validation_failed" } });
  }
  expect(calls).toEqual([]);
});
