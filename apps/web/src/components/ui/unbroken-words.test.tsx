import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnbrokenWords } from "@/components/ui/unbroken-words";

test("UnbrokenWords puts a word with a hyphen into an inline block, so that the word stays on one line", () => {
  const html = renderToStaticMarkup(<UnbrokenWords>Set up two-step verification</UnbrokenWords>);
  expect(html).toBe(
    'Set up <span class="inline-block max-w-full wrap-anywhere">two-step</span> verification',
  );
});
