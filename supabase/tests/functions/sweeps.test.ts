import { expect } from "vitest";
import { anonymous, service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const age = (scene: Scene) => scene.as(anonymous).rpc("get_sweep_age", {});

// S-6.13
test("a visitor can read how long ago the last sweep completed", async ({ scene }) => {
  await scene.as(service).rpc("record_sweep", {});
  expect(await age(scene)).toBe(0);
  await scene.travel("5 minutes 1 second");
  expect(await age(scene)).toBe(301);
  await scene.as(service).rpc("record_sweep", {});
  expect(await age(scene)).toBe(0);
});

test("the age of the last sweep is null if no sweep has completed", async ({ scene }) => {
  await scene.db.query("delete from private.last_sweep");
  expect(await age(scene)).toBeNull();
});
