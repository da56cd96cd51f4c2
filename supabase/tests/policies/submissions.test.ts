import { expect } from "vitest";
import { describePolicies } from "../harness/policies.ts";
import { test } from "../harness/test.ts";

describePolicies({
  table: "public.submissions",
  reads: ({ alpha }) => {
    const rows = [alpha.submissionId];
    return { owner: rows, admin: rows, member: rows, contact: [alpha.submissionId] };
  },
});

// S-3.20
test("a contact's draft is hidden from staff, and a staff draft from other staff", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const own = await scene.as(alpha.contact).rpc("save_answer", { item_id: alpha.items.text });
  const onBehalf = await scene.as(alpha.member).rpc("save_answer", { item_id: alpha.items.date });
  const drafts = async (person: typeof alpha.owner) => {
    const seen = await scene.as(person).see("public.submissions");
    return seen.filter((id) => id !== alpha.submissionId);
  };
  expect(await drafts(alpha.owner)).toEqual([]);
  expect(await drafts(alpha.member)).toEqual([onBehalf.submission_id]);
  expect(await drafts(alpha.contact)).toEqual([own.submission_id, onBehalf.submission_id].sort());
});
