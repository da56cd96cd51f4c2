import { expect, test } from "vitest";
import {
  confirmsOrgName,
  createOrgSchema,
  deleteOrgSchema,
  generalSchema,
} from "@/features/orgs/schema";

const org = { name: "Harbour & Lane", slug: "harbour-lane", time_zone: "Europe/London" };

test("createOrgSchema accepts a valid firm, and rejects a name of one letter and an empty or unknown time zone", () => {
  expect(createOrgSchema.parse(org)).toEqual(org);
  expect(createOrgSchema.safeParse({ ...org, name: "A" }).success).toBe(false);
  expect(createOrgSchema.safeParse({ ...org, time_zone: "Mars/Olympus" }).success).toBe(false);
  expect(createOrgSchema.safeParse({ ...org, time_zone: "" }).success).toBe(false);
});

test.each(["ab", "new", "has space", "ümlaut", "a".repeat(41)])(
  "createOrgSchema rejects the web address %j",
  (slug) => {
    expect(createOrgSchema.safeParse({ ...org, slug }).success).toBe(false);
  },
);

test.each([
  ["", true],
  [" 4 Quay Street, Bristol BS1 4DB ", true],
  ["4".repeat(200), true],
  ["4".repeat(201), false],
  ["Pay at www.example.com", false],
  ["office@harbour.example", false],
])(
  "generalSchema returns whether a firm's profile with the postal address %j is valid: %s",
  (postal_address, isValid) => {
    const profile = {
      ...org,
      org_id: "0b3a7f62-5d3e-4f0b-9f5b-0d6a8f1b2c3d",
      org: org.slug,
      reply_email: "office@harbour.example",
      postal_address,
    };
    expect(generalSchema.safeParse(profile).success).toBe(isValid);
  },
);

test("createOrgSchema converts capital letters in a web address to lowercase", () => {
  expect(createOrgSchema.parse({ ...org, slug: "Harbour-Lane" }).slug).toBe("harbour-lane");
});

test.each(["", " ", "Finn and Ober", "finn & ober"])(
  "the text %j does not confirm the deletion of the firm Finn & Ober",
  (typed) => {
    const fields = {
      org_id: "0b3a7f62-5d3e-4f0b-9f5b-0d6a8f1b2c3d",
      name: typed,
      confirmation: typed,
    };
    const parsed = deleteOrgSchema.safeParse(fields);
    expect(parsed.success && confirmsOrgName(parsed.data.confirmation, "Finn & Ober")).toBe(false);
  },
);

test("confirmsOrgName ignores spaces around the stored name, and never accepts an empty name", () => {
  expect(confirmsOrgName("Finn & Ober", " Finn & Ober ")).toBe(true);
  expect(confirmsOrgName("", "")).toBe(false);
});
