import { returnByKeyboard } from "../pages/decision-form";
import { test } from "../test";

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
];

for (const viewport of VIEWPORTS) {
  // S-2.59
  test(`at a width of ${viewport.width} px, pressing R, typing a note, and pressing Tab and Enter returns the item`, async ({
    foundFirm,
  }) => {
    await returnByKeyboard(await foundFirm(), viewport);
  });
}
