import { expect, test } from "vitest";
import { createOrgSchema } from "@/features/orgs/schema";

const org = { name: "Harbour & Lane", slug: "harbour-lane", time_zone: "Europe/London" };

test("a firm needs a name, an address and a time zone", () => {
  expect(createOrgSchema.parse(org)).toEqual(org);
  expect(createOrgSchema.safeParse({ ...org, name: "A" }).success).toBe(false);
  expect(createOrgSchema.safeParse({ ...org, time_zone: "Mars/Olympus" }).success).toBe(false);
  expect(createOrgSchema.safeParse({ ...org, time_zone: "" }).success).toBe(false);
});

test.each(["ab", "new", "has space", "ümlaut", "a".repeat(41)])("%j is no address", (slug) => {
  expect(createOrgSchema.safeParse({ ...org, slug }).success).toBe(false);
});

test("capital letters in an address are forgiven", () => {
  expect(createOrgSchema.parse({ ...org, slug: "Harbour-Lane" }).slug).toBe("harbour-lane");
});
