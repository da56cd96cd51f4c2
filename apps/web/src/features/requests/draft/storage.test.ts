import { expect, test } from "vitest";
import { fingerprintOfDraft } from "@/features/requests/draft/clean";
import { startFromStored, startFromTab } from "@/features/requests/draft/storage";
import { readDraft } from "@/features/requests/schema";
import { draftKey, draftSlot } from "@/lib/drafts/draft-storage";
import { toDraftFields } from "@/lib/drafts/form-values";
import { createTabStorage } from "../../../../test/tab-storage";

const ANN = "11111111-1111-4111-8111-111111111111";
const BEN = "22222222-2222-4222-8222-222222222222";
const ITEM = "77777777-7777-4777-8777-777777777777";

const openSlot = () => draftSlot(createTabStorage(), draftKey("mia", "request-1"));

function fields(message: string, version = 3) {
  const form = new FormData();
  const values = { title: "Accounts", message, due_on: "", version: String(version) };
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  for (const contact of [ANN, BEN]) form.append("contact_ids", contact);
  form.set("items.0.id", ITEM);
  form.set("items.0.kind", "choice");
  form.set("items.0.title", "Basis");
  form.set("items.0.choices", "Cash\r\nAccrual");
  return form;
}
const fingerprintOf = (message: string) => fingerprintOfDraft(readDraft(fields(message)));
const stored = (message: string, version: number) =>
  startFromStored(readDraft(fields(message)), version);

test("startFromTab restores the tab's draft if the draft on the server has not changed", () => {
  const slot = openSlot();
  slot.store(toDraftFields(fields("Soon, please")), [fingerprintOf("Soon")]);
  expect(startFromTab(slot, stored("Soon", 3))).toEqual({
    draft: readDraft(fields("Soon, please")),
    version: 3,
    base: readDraft(fields("Soon")),
    seen: [fingerprintOf("Soon")],
    isUnsaved: true,
  });
});

test("startFromTab continues from the draft on the server if the response to the user's own save was lost", () => {
  const slot = openSlot();
  slot.store(toDraftFields(fields("Soon, please")), [fingerprintOf(""), fingerprintOf("Soon")]);
  expect(startFromTab(slot, stored("Soon", 4))).toMatchObject({
    version: 4,
    base: { message: "Soon" },
  });
});

test("startFromTab keeps the version of the tab's draft if someone else changed the stored draft, so that a save detects the conflict", () => {
  const slot = openSlot();
  const typed = fields("Soon, please");
  typed.set("base", JSON.stringify(readDraft(fields("Soon"))));
  slot.store(toDraftFields(typed), [fingerprintOf("")]);
  expect(startFromTab(slot, stored("By May", 4))).toMatchObject({
    version: 3,
    base: { message: "Soon" },
    draft: { message: "Soon, please", contactIds: [ANN, BEN], items: [{ id: ITEM }] },
  });
});

test("startFromTab finds no draft in empty storage, and deletes a draft that the server already has", () => {
  const slot = openSlot();
  expect(startFromTab(slot, stored("", 3))).toBeUndefined();
  slot.store(toDraftFields(fields("Soon ")), [fingerprintOf("")]);
  expect(startFromTab(slot, stored("Soon", 9))).toBeUndefined();
  expect(slot.text()).toBeNull();
});
