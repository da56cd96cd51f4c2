import { expect, test } from "vitest";
import { preferencesSchema, profileSchema } from "@/features/account/schema";

test("preferencesSchema turns single-key shortcuts on unless the stored preferences turn them off", () => {
  expect(preferencesSchema.parse({})).toEqual({ singleKeys: true });
  expect(preferencesSchema.parse({ single_keys: false, other: 1 })).toEqual({
    singleKeys: false,
    other: 1,
  });
  expect(preferencesSchema.parse("nonsense")).toEqual({ singleKeys: true });
});

test("the profile form turns single-key shortcuts off if the checkbox is unchecked", () => {
  const fields = { name: " Ada ", theme: "dark" };
  expect(profileSchema.parse(fields)).toEqual({ name: "Ada", theme: "dark", single_keys: false });
  expect(profileSchema.parse({ ...fields, single_keys: "on" }).single_keys).toBe(true);
});
