import { expect, test } from "vitest";
import type { ItemDefinition } from "@/features/items/types";
import { fingerprintOfDraft, itemFields, withItemFields } from "@/features/requests/draft/clean";
import { blankItem } from "@/features/requests/schema";
import type { DraftInput } from "@/features/requests/types";

const item = (id: string | undefined, title: string, more = {}) => ({
  ...blankItem("text"),
  id,
  title,
  ...more,
});
const draft = (more: Partial<DraftInput> = {}): DraftInput => ({
  title: "Accounts",
  message: "",
  dueOn: "2031-05-03",
  assigneeId: null,
  contactIds: ["ann", "ben"],
  items: [item("1", "Alpha"), item("2", "Beta")],
  ...more,
});

test("fingerprintOfDraft returns the same fingerprint for two drafts that the database stores as the same draft", () => {
  const sent = draft({ title: " Accounts", items: [item("1", "Alpha "), item(undefined, "Beta")] });
  expect(fingerprintOfDraft(sent)).toBe(fingerprintOfDraft(draft()));
  expect(fingerprintOfDraft(draft({ message: "Soon" }))).not.toBe(fingerprintOfDraft(draft()));
});

test("withItemFields restores each field of an item under its own name", () => {
  const blank = blankItem("file");
  expect(withItemFields({} as ItemDefinition, itemFields(blank))).toEqual(blank);
});
