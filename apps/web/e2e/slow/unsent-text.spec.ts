import {
  deleteAccount,
  expectDraftsDeleted,
  openQuestion,
  signOutEverywhere,
} from "../pages/unsent-drafts";
import { test } from "../test";

for (const [way, leave] of [
  ["signing out everywhere", signOutEverywhere],
  ["deleting the account", deleteAccount],
] as const) {
  // S-7.9
  test(`${way} deletes the drafts in every tab`, async ({ foundFirm, enter }) => {
    await expectDraftsDeleted(await openQuestion({ foundFirm, enter }), leave);
  });
}
