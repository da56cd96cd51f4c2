import { beforeEach, expect, it } from "vitest";
import { FakeAccounts } from "../../tests/support/email/fakes.ts";
import { Refusal } from "../_shared/http.ts";
import { createHandler } from "./handler.ts";

let accounts: FakeAccounts;
let calls: unknown[];
let refused: Refusal | undefined;

beforeEach(() => {
  accounts = new FakeAccounts();
  calls = [];
  refused = undefined;
});

async function call(token = "user-token") {
  const handler = createHandler({
    database: {
      async rpcAs(bearer, name) {
        calls.push([bearer, name]);
        if (refused) throw refused;
      },
    },
    accounts,
    serviceKeys: ["service-key"],
    verify: async () => ({ kind: "valid", claims: { sub: "user-1", role: "authenticated" } }),
  });
  const response = await handler(
    new Request("https://functions.example/delete-account", {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  return { status: response.status, body: await response.json() };
}

// S-4.63
it("delete-account closes the caller's account in the database, and then deletes the user", async () => {
  expect(await call()).toEqual({ status: 200, body: { user_id: "user-1" } });
  expect(calls).toEqual([["user-token", "close_account"]]);
  expect(accounts.removed).toEqual(["user-1"]);
});

it("delete-account deletes no user if the database refuses to close the account", async () => {
  refused = new Refusal(409, "last_owner", { org_ids: ["o"] });
  expect(await call()).toEqual({
    status: 409,
    body: { code: "last_owner", detail: { org_ids: ["o"] } },
  });
  expect(accounts.removed).toEqual([]);
});

it("delete-account rejects the service key, which identifies no user", async () => {
  expect(await call("service-key")).toEqual({ status: 403, body: { code: "forbidden" } });
  expect(calls).toEqual([]);
});
