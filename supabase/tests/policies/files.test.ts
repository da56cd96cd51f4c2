import { expect } from "vitest";
import { describePolicies } from "../harness/policies.ts";
import { test } from "../harness/test.ts";

describePolicies({
  table: "public.files",
  reads: ({ alpha }) => {
    const rows = [alpha.fileId];
    return { owner: rows, admin: rows, member: rows, contact: [alpha.fileId] };
  },
});

// S-3.9, S-3.21
test("only the contact can read the files of a withdrawn answer", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.contact).rpc("withdraw_item", { item_id: alpha.items.file });
  for (const person of [alpha.owner, alpha.admin, alpha.member]) {
    expect(await scene.as(person).see("public.files")).toEqual([]);
  }
  expect(await scene.as(alpha.contact).see("public.files")).toEqual([alpha.fileId]);
});
