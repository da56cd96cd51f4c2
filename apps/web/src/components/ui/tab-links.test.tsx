import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TabLinks } from "@/components/ui/tab-links";

const textOf = (value: number) =>
  renderToStaticMarkup(
    <TabLinks
      links={[{ href: "/", label: "To review", isCurrent: true, count: { value, name: "items" } }]}
    />,
  ).replace(/<[^>]*>/g, "");

test("a tab shows its count unless the count is 0", () => {
  expect(textOf(3)).toBe("To review, items: 3");
  expect(textOf(0)).toBe("To review");
});
