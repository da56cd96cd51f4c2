import { beforeEach, expect, test } from "vitest";
import { draftKey, draftSlot } from "@/lib/drafts/draft-storage";
import type { DraftFields } from "@/lib/drafts/fingerprint";
import { openFormDraft } from "@/lib/drafts/form-draft";
import { createTabStorage } from "../../../test/tab-storage";

let storage: Storage;
const slot = () => draftSlot(storage, draftKey("ann", "/o/x#client"));
const fields = (name: string, version = "3 {}"): DraftFields => ({
  name: [name],
  version: [version],
});

function open(rendered: DraftFields) {
  const page = { fields: rendered };
  const draft = openFormDraft({
    slot: slot(),
    read: () => page.fields,
    write: (next) => {
      page.fields = next;
    },
  });
  const type = (next: DraftFields) => {
    page.fields = next;
    draft.keep();
  };
  return { page, draft, type };
}

beforeEach(() => {
  storage = createTabStorage();
});

test("the draft of a form restores the typed text with the version that the text is based on", () => {
  open(fields("Acme")).type(fields("Acme Ltd"));
  const { page, draft } = open(fields("Acme Inc", "4 {}"));
  expect(draft.restore()).toEqual({ version: "3 {}" });
  expect(page.fields).toEqual(fields("Acme Ltd"));
});

test("the draft of a form is deleted when the form shows its initial values again", () => {
  const { type } = open(fields("Acme"));
  type(fields("Acme Ltd"));
  type(fields(" Acme", "4 {}"));
  expect(slot().load()).toBeUndefined();
});

test("the draft of a form is deleted if the page already shows its values", () => {
  open(fields("Acme")).type(fields("Acme Ltd"));
  expect(open(fields("Acme Ltd", "4 {}")).draft.restore()).toBeNull();
  expect(slot().load()).toBeUndefined();
});

test("the draft of a form is kept if the form does not have the draft's fields", () => {
  open(fields("Acme")).type(fields("Acme Ltd"));
  const { page, draft } = open({ version: ["4 {}"] });
  expect(draft.restore()).toBeNull();
  expect(page.fields).toEqual({ version: ["4 {}"] });
  expect(slot().load()).toBeDefined();
});

test("discarding the draft of a form shows the initial values again and deletes the draft", () => {
  open(fields("Acme")).type(fields("Acme Ltd"));
  const { page, draft } = open(fields("Acme"));
  draft.restore();
  draft.discard();
  expect(page.fields).toEqual(fields("Acme"));
  expect(slot().load()).toBeUndefined();
});

test("after a submission, the draft of a form is stored only if the form differs from the submitted values", () => {
  const { draft, type } = open(fields("Acme"));
  type(fields("Acme Ltd"));
  draft.send();
  draft.forget();
  expect(slot().load()).toBeUndefined();
  type(fields("Acme"));
  expect(slot().load()).toBeDefined();
  type(fields("Acme Ltd"));
  expect(slot().load()).toBeUndefined();
});

test.each([
  ["other text", "Acme Group"],
  ["the initial text", "Acme"],
])("%s that the user types during a submission stays in the draft of the form", (_, text) => {
  const { page, draft, type } = open(fields("Acme"));
  type(fields("Acme Ltd"));
  draft.send();
  type(fields(text));
  draft.forget();
  expect(slot().load()?.fields).toEqual(fields(text));

  page.fields = fields(text, "4 {}");
  draft.adopt();
  expect(slot().load()?.fields).toEqual(fields(text, "4 {}"));
  type(fields("Acme Ltd", "4 {}"));
  expect(slot().load()).toBeUndefined();
});

test("after a redirect, the draft of a form is deleted together with text that the user typed during the submission", () => {
  const { draft, type } = open(fields(""));
  type(fields("Acme"));
  draft.send();
  type(fields("Acme Ltd"));
  draft.leave();
  expect(slot().load()).toBeUndefined();
  type(fields("Acme Ltd"));
  expect(slot().load()).toBeUndefined();
});

test("text that the user types during a submission is stored with the saved version", () => {
  const { draft, type } = open(fields("Acme"));
  type(fields("Acme Ltd"));
  draft.send();
  type(fields("Acme Group"));
  draft.forget("4 {}");
  expect(slot().load()?.fields).toEqual(fields("Acme Group", "4 {}"));
});

test("text that the user types during a submission stays in the draft of the form if the page then shows merged values", () => {
  const { page, draft, type } = open(fields("Acme"));
  type(fields("Acme Ltd"));
  draft.send();
  type(fields("Acme Group"));
  draft.forget();
  page.fields = fields("Acme Ltd, London", "5 {}");
  draft.adopt();
  expect(slot().load()?.fields).toEqual(fields("Acme Group"));
});

test("after a submission, merged values that the page shows are not stored as a draft of the form", () => {
  const { page, draft, type } = open(fields("Acme"));
  type(fields("Acme Ltd"));
  draft.send();
  draft.forget();
  page.fields = fields("Acme Ltd, London", "5 {}");
  draft.adopt();
  draft.keep();
  expect(slot().load()).toBeUndefined();
});

test("text that the user types during a failed submission stays in the draft of the form", () => {
  const { draft, type } = open(fields("Acme"));
  type(fields("Acme Ltd"));
  draft.send();
  type(fields("Acme Group"));
  expect(slot().load()?.fields).toEqual(fields("Acme Group"));
  draft.send();
  draft.forget();
  expect(slot().load()).toBeUndefined();
});

test("after a submission that removed the form's fields, only newer text stays in the draft of the form", () => {
  for (const [text, stored] of [
    ["Acme Ltd", undefined],
    ["Acme Group", fields("Acme Group")],
  ] as const) {
    const { page, draft, type } = open(fields("Acme"));
    type(fields("Acme Ltd"));
    draft.send();
    type(fields(text));
    page.fields = { version: ["5 {}"] };
    draft.forget();
    draft.adopt();
    expect(slot().load()?.fields).toEqual(stored);
  }
});
