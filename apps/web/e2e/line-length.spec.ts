import { expect, test } from "./test";

const MAX_CHARACTERS = 68;

/** Runs in the browser. */
function findLongestLine(): string {
  let longest = "";
  for (const paragraph of document.querySelectorAll("main p")) {
    const lines = new Map<number, string>();
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      for (let place = 0; place < text.length; place++) {
        const range = document.createRange();
        range.setStart(node, place);
        range.setEnd(node, place + 1);
        const { bottom } = range.getBoundingClientRect();
        lines.set(Math.round(bottom), (lines.get(Math.round(bottom)) ?? "") + text[place]);
      }
    }
    for (const line of lines.values()) {
      if (line.trim().length > longest.length) longest = line.trim();
    }
  }
  return longest;
}

for (const width of [768, 1440]) {
  test(`at ${width} px, the paragraphs of the help and of a user's security settings have at most 68 characters in a line`, async ({
    join,
  }) => {
    const { page } = await join("Nora Vik", { viewport: { width, height: 900 } });
    for (const path of ["/help", "/account/security?done=password"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const line = await page.evaluate(findLongestLine);
      expect(line.length, `${path}: ${line}`).toBeLessThanOrEqual(MAX_CHARACTERS);
      expect(line.length, path).toBeGreaterThan(MAX_CHARACTERS / 2);
    }
  });
}
