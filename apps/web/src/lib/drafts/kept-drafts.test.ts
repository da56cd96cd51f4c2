import { beforeEach, expect, test } from "vitest";
import { keepAddress } from "@/lib/drafts/kept-address";
import {
  draftKey,
  findDraftOf,
  forgetDrafts,
  forgetEverywhere,
  honourForgetting,
  keepDraft,
  printOf,
  restoreDraft,
} from "@/lib/drafts/kept-drafts";

/** The storage of a tab, as far as it is used: keys are its own properties, as in browsers. */
class TabStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

let storage: Storage;
const key = draftKey("ann", "item-1");
const fields = (answer: string) => ({ answer: [answer], client_note: [""], not_applicable: [] });

beforeEach(() => {
  storage = new TabStorage() as unknown as Storage;
});

test("what was typed is put back over the draft it was typed on", () => {
  keepDraft(storage, key, fields("Baker and"), [printOf(fields("Baker"))]);
  expect(restoreDraft(storage, key, fields("Baker"))).toEqual({
    fields: fields("Baker and"),
    seen: [printOf(fields("Baker"))],
    isKnown: true,
  });
});

test("the server's trimming and line feeds make no other draft", () => {
  keepDraft(storage, key, fields("One\nTwo, three"), [printOf(fields("One\r\nTwo "))]);
  expect(restoreDraft(storage, key, fields("One\nTwo"))).toMatchObject({
    fields: fields("One\nTwo, three"),
    isKnown: true,
  });
});

test("over a draft of the server that this tab never saw it comes back as such, each time", () => {
  const seen = [printOf(fields("Baker"))];
  keepDraft(storage, key, fields("Baker and"), seen);
  for (const _ of ["once", "after a reload"]) {
    const restored = restoreDraft(storage, key, fields("Butcher"));
    expect(restored).toEqual({ fields: fields("Baker and"), seen, isKnown: false });
  }
});

test("what the server has is not put back", () => {
  const seen = [printOf(fields("")), printOf(fields("Baker"))];
  keepDraft(storage, key, fields("Baker"), seen);
  expect(restoreDraft(storage, key, fields("Baker"))).toBeUndefined();
  expect(storage.getItem(key)).toBeNull();
});

test("nobody else in the same tab gets it", () => {
  keepDraft(storage, key, fields("My secret"), [printOf(fields(""))]);
  expect(restoreDraft(storage, draftKey("bob", "item-1"), fields(""))).toBeUndefined();
  expect(storage.getItem(key)).not.toBeNull();
});

test("signing out removes every unsent text and nothing else", () => {
  keepDraft(storage, key, fields("a"), []);
  keepDraft(storage, draftKey("ann", "item-2"), fields("b"), []);
  storage.setItem("other", "stays");
  forgetDrafts(storage);
  expect(Object.keys(storage)).toEqual(["other"]);
});

// S-7.9
test("an own sign-out forgets in every tab, once, and what is typed later stays", () => {
  const local = new TabStorage() as unknown as Storage;
  const other = new TabStorage() as unknown as Storage;
  honourForgetting({ local, session: other });
  for (const tab of [storage, other]) keepDraft(tab, key, fields("Baker and"), []);
  forgetEverywhere({ local, session: storage });
  expect(storage.getItem(key)).toBeNull();
  // Asleep until now.
  expect(other.getItem(key)).not.toBeNull();
  honourForgetting({ local, session: other });
  expect(other.getItem(key)).toBeNull();
  keepDraft(other, key, fields("Butcher"), []);
  honourForgetting({ local, session: other });
  expect(other.getItem(key)).not.toBeNull();
});

test("a full storage keeps nothing, rather than an older text, and stops nobody", () => {
  keepDraft(storage, key, fields("Baker"), []);
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  keepDraft(storage, key, fields("Baker and more"), []);
  expect(storage.getItem(key)).toBeNull();
});

test("finds the draft of an item or of a form on a page, with its writer's address", () => {
  keepDraft(storage, draftKey("ann", "item-1"), {}, []);
  keepDraft(storage, draftKey("ann", "/o/x#import"), {}, []);
  expect(findDraftOf(storage, "/r/abc/items/item-1")).toBe("");
  keepAddress(storage, "ann", "ann@example.com");
  expect(findDraftOf(storage, "/r/abc/items/item-1?sent=1")).toBe("ann@example.com");
  expect(findDraftOf(storage, "/o/x")).toBe("ann@example.com");
  expect(findDraftOf(storage, "/r/abc/items/item-2")).toBeUndefined();
});

test("keeps no address of a writer who signed out", () => {
  keepDraft(storage, draftKey("ann", "item-1"), {}, []);
  keepAddress(storage, "ann", "ann@example.com");
  forgetDrafts(storage);
  expect(storage.getItem("address:ann")).toBeNull();
  expect(findDraftOf(storage, "/r/abc/items/item-1")).toBeUndefined();
});
