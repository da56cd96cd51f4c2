import { expect } from "vitest";
import { test } from "../harness/test.ts";

test("staff read all requests of their firm", async ({ scene }) => {
  const { alpha } = scene.world;
  for (const person of [alpha.owner, alpha.admin, alpha.member]) {
    expect(await scene.as(person).see("public.requests")).toEqual(
      [alpha.requestId, alpha.draftId].sort(),
    );
  }
});
