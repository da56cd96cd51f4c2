import { expect, test } from "vitest";
import { asStored, findWords, keepWords } from "@/features/requests/components/kept-words";
import { printOfDraft } from "@/features/requests/draft/compare";
import { readDraft } from "@/features/requests/schema";
import { draftKey } from "@/lib/drafts/kept-drafts";

const ANN = "11111111-1111-4111-8111-111111111111";
const BEN = "22222222-2222-4222-8222-222222222222";
const ITEM = "77777777-7777-4777-8777-777777777777";

const key = draftKey("mia", "request-1");

function tabStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as Storage;
}

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
const printOf = (message: string) => printOfDraft(readDraft(fields(message)));
const stored = (message: string, version: number) => asStored(readDraft(fields(message)), version);

test("words that were not stored come back over what they were typed on", () => {
  const storage = tabStorage();
  keepWords(storage, key, fields("Soon, please"), [printOf("Soon")]);
  expect(findWords(storage, key, stored("Soon", 3))).toEqual({
    draft: readDraft(fields("Soon, please")),
    version: 3,
    base: readDraft(fields("Soon")),
    seen: [printOf("Soon")],
    isUnsaved: true,
  });
});

test("over an own save whose answer got lost they go on from what is stored", () => {
  const storage = tabStorage();
  keepWords(storage, key, fields("Soon, please"), [printOf(""), printOf("Soon")]);
  expect(findWords(storage, key, stored("Soon", 4))).toMatchObject({
    version: 4,
    base: { message: "Soon" },
  });
});

test("over what somebody else stored they stay on their version, so that both are shown", () => {
  const storage = tabStorage();
  const typed = fields("Soon, please");
  typed.set("base", JSON.stringify(readDraft(fields("Soon"))));
  keepWords(storage, key, typed, [printOf("")]);
  expect(findWords(storage, key, stored("By May", 4))).toMatchObject({
    version: 3,
    base: { message: "Soon" },
    draft: { message: "Soon, please", contactIds: [ANN, BEN], items: [{ id: ITEM }] },
  });
});

test("what is stored is not kept any longer, and nothing is found where nothing was kept", () => {
  const storage = tabStorage();
  expect(findWords(storage, key, stored("", 3))).toBeUndefined();
  keepWords(storage, key, fields("Soon "), [printOf("")]);
  expect(findWords(storage, key, stored("Soon", 9))).toBeUndefined();
  expect(storage.getItem(key)).toBeNull();
});
