import { beforeEach, expect, test } from "vitest";
import {
  draftKey,
  draftSlot,
  findDraftOwner,
  hasDraft,
  restoreDraft,
} from "@/lib/drafts/draft-storage";
import { fingerprint } from "@/lib/drafts/fingerprint";
import { storeOwnerEmail } from "@/lib/drafts/owner-email";
import { createTabStorage, fillStorage } from "../../../test/tab-storage";

let storage: Storage;
const key = draftKey("ann", "item-1");
const slot = () => draftSlot(storage, key);
const fields = (answer: string) => ({ answer: [answer], client_note: [""], not_applicable: [] });

beforeEach(() => {
  storage = createTabStorage();
});

test("restoreDraft restores a draft if the server's content has not changed", () => {
  slot().store(fields("Baker and"), [fingerprint(fields("Baker"))]);
  expect(restoreDraft(slot(), fields("Baker"))).toEqual({
    fields: fields("Baker and"),
    seen: [fingerprint(fields("Baker"))],
    isKnown: true,
  });
});

test("restoreDraft recognizes content that this tab has seen, even if surrounding white space and the style of line breaks differ", () => {
  slot().store(fields("One\nTwo, three"), [fingerprint(fields("One\r\nTwo "))]);
  expect(restoreDraft(slot(), fields("One\nTwo"))).toMatchObject({
    fields: fields("One\nTwo, three"),
    isKnown: true,
  });
});

test("restoreDraft reports the server's content as unknown if this tab has never seen that content, even after a reload", () => {
  const seen = [fingerprint(fields("Baker"))];
  slot().store(fields("Baker and"), seen);
  for (const _ of ["first", "after a reload"]) {
    const restored = restoreDraft(slot(), fields("Butcher"));
    expect(restored).toEqual({ fields: fields("Baker and"), seen, isKnown: false });
  }
});

test("restoreDraft deletes a draft that the server already has", () => {
  slot().store(fields("Baker"), [fingerprint(fields("")), fingerprint(fields("Baker"))]);
  expect(restoreDraft(slot(), fields("Baker"))).toBeUndefined();
  expect(slot().text()).toBeNull();
});

test("restoreDraft does not restore one user's draft for another user of the same tab", () => {
  slot().store(fields("My secret"), [fingerprint(fields(""))]);
  const other = draftSlot(storage, draftKey("bob", "item-1"));
  expect(restoreDraft(other, fields(""))).toBeUndefined();
  expect(slot().text()).not.toBeNull();
});

test("the old draft is deleted if the storage has no room for the new draft", () => {
  slot().store(fields("Baker"), []);
  fillStorage(storage);
  slot().store(fields("Baker and more"), []);
  expect(slot().text()).toBeNull();
});

test("findDraftOwner returns the email address of the user whose draft belongs to the given page", () => {
  slot().store({}, []);
  draftSlot(storage, draftKey("ann", "/o/x#import")).store({}, []);
  expect(findDraftOwner(storage, "/r/abc/items/item-1")).toBe("");
  storeOwnerEmail(storage, "ann", "ann@example.com");
  expect(findDraftOwner(storage, "/r/abc/items/item-1?sent=1")).toBe("ann@example.com");
  expect(findDraftOwner(storage, "/o/x")).toBe("ann@example.com");
  expect(findDraftOwner(storage, "/r/abc/items/item-2")).toBeUndefined();
});

test("hasDraft returns whether the tab stores a draft of any page", () => {
  storeOwnerEmail(storage, "ann", "ann@example.com");
  expect(hasDraft(storage)).toBe(false);
  slot().store(fields("Baker"), []);
  expect(hasDraft(storage)).toBe(true);
  slot().delete();
  expect(hasDraft(storage)).toBe(false);
});
