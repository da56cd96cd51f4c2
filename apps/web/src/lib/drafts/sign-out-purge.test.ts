import { expect, test } from "vitest";
import { draftKey, draftSlot, findDraftOwner } from "@/lib/drafts/draft-storage";
import { readOwnerEmail, storeOwnerEmail } from "@/lib/drafts/owner-email";
import { applySignOutPurge, purgeEveryTab, purgeTab } from "@/lib/drafts/sign-out-purge";
import { intentKey, storeIntent } from "@/lib/drafts/submit-intents";
import { keepRecent } from "@/lib/recent/recent-records";
import { createTabStorage } from "../../../test/tab-storage";

const draftIn = (tab: Storage, subject = "item-1") => draftSlot(tab, draftKey("ann", subject));

test("purgeTab deletes a tab's drafts, waiting submissions and stored email addresses, and nothing else", () => {
  const tab = createTabStorage();
  draftIn(tab).store({}, []);
  draftIn(tab, "item-2").store({}, []);
  storeIntent(tab, intentKey("ann", "item-1"), { no: 1, version: 1, at: 0 });
  storeOwnerEmail(tab, "ann", "ann@example.com");
  tab.setItem("other", "stays");
  purgeTab(tab);
  expect(Object.keys(tab)).toEqual(["other"]);
  expect(readOwnerEmail(tab, "ann")).toBe("");
  expect(findDraftOwner(tab, "/r/abc/items/item-1")).toBeUndefined();
});

// S-7.9
test("a sign-out deletes the drafts of every tab, even of a tab that the browser had suspended, but no later drafts", () => {
  const local = createTabStorage();
  const session = createTabStorage();
  const suspended = createTabStorage();
  applySignOutPurge({ local, session: suspended });
  for (const tab of [session, suspended]) draftIn(tab).store({ answer: ["Baker"] }, []);
  purgeEveryTab({ local, session });
  expect(draftIn(session).load()).toBeUndefined();
  expect(draftIn(suspended).load()).toBeDefined();
  applySignOutPurge({ local, session: suspended });
  expect(draftIn(suspended).load()).toBeUndefined();
  draftIn(suspended).store({ answer: ["Butcher"] }, []);
  applySignOutPurge({ local, session: suspended });
  expect(draftIn(suspended).load()).toBeDefined();
});

test("a sign-out deletes every user's list of recent records on this device", () => {
  const local = createTabStorage();
  const opened = { kind: "client", id: "00000000-0000-4000-8000-000000000001" } as const;
  for (const userId of ["ann", "bob"]) keepRecent({ userId, slug: "firm" }, opened, local);
  local.setItem("other", "stays");
  purgeEveryTab({ local, session: createTabStorage() });
  expect(Object.keys(local)).toEqual(["other", "drafts-forgotten"]);
});
