import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

test("a new firm starts with three templates, which contain seven, six and five items", async ({
  scene,
}) => {
  const stranger = scene.as(scene.world.stranger);
  await stranger.rpc("create_org", { name: "Gamma", slug: "gamma", time_zone: "UTC" });
  const rows = await stranger.query(
    `select t.title, count(i.id)::int as items from public.templates t
    join public.template_items i on i.template_id = t.id group by t.id order by t.title`,
  );
  expect(rows).toEqual([
    { title: "Annual financial statements", items: 7 },
    { title: "Mortgage application", items: 6 },
    { title: "New employee", items: 5 },
  ]);
});

// S-4.53
test("a template is saved together with its items, and saving an outdated version is refused", async ({
  scene,
}) => {
  const { alpha, beta } = scene.world;
  const member = scene.as(alpha.member);
  const args = {
    org_id: alpha.orgId,
    template_id: alpha.templateId,
    title: "Mortgage",
    message: "",
    due_in_days: 7,
    items: [
      { kind: "file", title: "Passport" },
      { kind: "date", title: "Moving date", required: false },
    ],
  };
  expect(await member.rpc("save_template", { ...args, expected_version: 1 })).toMatchObject({
    version: 2,
  });
  expect(
    await refusal(member.rpc("save_template", { ...args, expected_version: 1 })),
  ).toMatchObject({
    code: "version_conflict",
  });
  expect(
    await refusal(member.rpc("save_template", { ...args, items: [{ kind: "file", title: "x" }] })),
  ).toMatchObject({ detail: { field: "items.0.title", rule: "length" } });
  expect(await refusal(scene.as(beta.owner).rpc("save_template", args))).toMatchObject({
    code: "not_found",
  });
  await member.rpc("archive_template", { template_id: alpha.templateId });
  expect(
    await refusal(scene.as(beta.owner).rpc("archive_template", { template_id: alpha.templateId })),
  ).toMatchObject({ code: "not_found" });
});
