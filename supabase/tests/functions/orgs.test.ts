import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

const firm = { name: "Gamma & Co", slug: "gamma", time_zone: "Europe/Paris" };

// S-4.28
test("a confirmed user can create a firm and then owns it", async ({ scene }) => {
  const { stranger } = scene.world;
  const org = await scene.as(stranger).rpc("create_org", firm);
  expect(org).toEqual({ id: expect.any(String), slug: "gamma" });
  const rows = await scene
    .as(stranger)
    .query("select role, status from public.memberships where org_id = $1", [org.id]);
  expect(rows).toEqual([{ role: "owner", status: "active" }]);
  const events = await scene
    .as(stranger)
    .query("select action, actor_name from public.events where org_id = $1", [org.id]);
  expect(events).toEqual([{ action: "org.created", actor_name: "Stranger" }]);
});

test("a user whose email address is not confirmed cannot create a firm", async ({ scene }) => {
  const { stranger } = scene.world;
  await scene.db.query("update auth.users set email_confirmed_at = null where id = $1", [
    stranger.id,
  ]);
  expect(await refusal(scene.as(stranger).rpc("create_org", firm))).toMatchObject({
    status: "403",
    code: "email_not_confirmed",
  });
});

// S-5.2
test("a slug is unique, and reserved slugs are refused", async ({ scene }) => {
  const stranger = scene.as(scene.world.stranger);
  for (const [slug, detail] of [
    ["alpha", { field: "slug" }],
    ["settings", { field: "slug", reserved: true }],
  ] as const) {
    expect(await refusal(stranger.rpc("create_org", { ...firm, slug }))).toEqual({
      status: "409",
      code: "slug_taken",
      detail,
    });
  }
});

test.for([
  ["name", { ...firm, name: " x " }, "length"],
  ["name", { ...firm, name: "" }, "required"],
  ["name", { ...firm, name: "two\nlines" }, "format"],
  ["slug", { ...firm, slug: "No Spaces" }, "format"],
  ["slug", { ...firm, slug: "" }, "required"],
  ["time_zone", { ...firm, time_zone: "Mars/Olympus" }, "format"],
  ["time_zone", { ...firm, time_zone: "+5" }, "format"],
] as const)(
  "an invalid %s is refused, and the error contains the name of the field: %o",
  async ([field, args, rule], { scene }) => {
    expect(await refusal(scene.as(scene.world.stranger).rpc("create_org", args))).toMatchObject({
      status: "422",
      code: "validation_failed",
      detail: { field, rule },
    });
  },
);

// S-4.28, S-9.5
test("a user owns at most five firms", async ({ scene }) => {
  const stranger = scene.as(scene.world.stranger);
  for (let no = 1; no <= 5; no++) {
    await stranger.rpc("create_org", { ...firm, slug: `gamma-${no}` });
  }
  expect(await refusal(stranger.rpc("create_org", { ...firm, slug: "gamma-6" }))).toEqual({
    status: "409",
    code: "limit_reached",
    detail: { limit: 5, what: "orgs" },
  });
});

// S-6.14
test("a visitor cannot create a firm", async ({ scene }) => {
  const { anonymous } = await import("../harness/person.ts");
  expect((await refusal(scene.as(anonymous).rpc("create_org", firm))).status).toBe("42501");
});
