import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TemplateList } from "@/features/templates/components/template-list";

test("the list of templates shows the number of items in a column, and on narrow screens as “7 items” with the days until the due date", () => {
  const html = renderToStaticMarkup(
    <TemplateList
      org={{ slug: "firm", timeZone: "UTC" }}
      now="2026-11-24T12:00:00Z"
      templates={[
        {
          id: "1",
          title: "Annual accounts",
          dueInDays: 21,
          itemCount: 7,
          sections: [],
          archivedAt: null,
          updatedAt: "2026-11-20T12:00:00Z",
        },
      ]}
    />,
  );
  expect(html).toContain(">7</span>");
  expect(html).toContain("7 items · due after 21 days");
});
