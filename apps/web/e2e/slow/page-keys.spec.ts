import { BROKEN_KEYS, expectPage, fillLists } from "../pages/page-keys";
import { test } from "../test";

test("every list opens even if its URL contains a forged page key", async ({ foundFirm }) => {
  const firm = await foundFirm();
  for (const list of await fillLists(firm)) {
    for (const key of BROKEN_KEYS) await expectPage(firm.owner.page, list, key);
  }
});
