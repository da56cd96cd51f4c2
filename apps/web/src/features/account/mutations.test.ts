import { expect, test, vi } from "vitest";
import { savePreferences } from "@/features/account/mutations";
import { preferencesSchema } from "@/features/account/schema";
import type { Db } from "@/lib/backend/db";

test("savePreferences stores preferences under their database names, and preserves preferences that the schema does not define", async () => {
  const eq = vi.fn(async () => ({ error: null }));
  const update = vi.fn((_row: { preferences: unknown }) => ({ eq }));
  const stored = { single_keys: false, theme: "dark" };
  const preferences = preferencesSchema.parse(stored);
  await savePreferences({ from: () => ({ update }) } as unknown as Db, {
    userId: "ada",
    preferences,
  });
  expect(update.mock.calls).toEqual([[{ preferences: stored }]]);
});
