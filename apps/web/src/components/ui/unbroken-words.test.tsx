import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnbrokenWords } from "@/components/ui/unbroken-words";

test("words with a hyphen stay on one line", () => {
  const html = renderToStaticMarkup(<UnbrokenWords>Set up two-step verification</UnbrokenWords>);
  expect(html).toBe(
    'Set up <span class="inline-block max-w-full wrap-anywhere">two-step</span> verification',
  );
});
