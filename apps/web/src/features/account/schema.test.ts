import { expect, test } from "vitest";
import {
  avatarPath,
  avatarSchema,
  checkAvatar,
  MAX_AVATAR_BYTES,
  preferencesSchema,
  profileSchema,
} from "@/features/account/schema";

const USER = "11111111-1111-4111-8111-111111111111";
const ID = "22222222-2222-4222-8222-222222222222";

test("checkAvatar accepts a PNG of at most 2 MB, and rejects a larger file, an empty file and an SVG", () => {
  expect(checkAvatar({ type: "image/png", size: MAX_AVATAR_BYTES })).toBeNull();
  expect(checkAvatar({ type: "image/png", size: MAX_AVATAR_BYTES + 1 })).toContain("2\u00a0MB");
  expect(checkAvatar({ type: "image/png", size: 0 })).toContain("empty");
  expect(checkAvatar({ type: "image/svg+xml", size: 10 })).toContain("PNG, JPEG or WebP");
});

test("avatarSchema accepts the path of a profile picture, but not the path of a logo or a path with `..`", () => {
  expect(avatarSchema.parse(avatarPath(USER, "image/jpeg", ID))).toBe(`avatars/${USER}/${ID}.jpg`);
  expect(avatarSchema.safeParse(`logos/${USER}/${ID}.jpg`).success).toBe(false);
  expect(avatarSchema.safeParse(`avatars/${USER}/../x.png`).success).toBe(false);
});

test("preferencesSchema turns single-key shortcuts on unless the stored preferences turn them off", () => {
  expect(preferencesSchema.parse({})).toEqual({ single_keys: true });
  expect(preferencesSchema.parse({ single_keys: false, other: 1 })).toEqual({
    single_keys: false,
    other: 1,
  });
  expect(preferencesSchema.parse("nonsense")).toEqual({ single_keys: true });
});

test("the profile form turns single-key shortcuts off if the box is unchecked", () => {
  const fields = { name: " Ada ", theme: "dark" };
  expect(profileSchema.parse(fields)).toEqual({ name: "Ada", theme: "dark", single_keys: false });
  expect(profileSchema.parse({ ...fields, single_keys: "on" }).single_keys).toBe(true);
});
