import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TemplateList } from "@/features/templates/components/template-list";

const listOf = (dueInDays: number) =>
  renderToStaticMarkup(
    <TemplateList
      org={{ slug: "firm", timeZone: "UTC" }}
      now="2026-11-24T12:00:00Z"
      templates={[
        {
          id: "1",
          title: "Annual accounts",
          dueInDays,
          itemCount: 7,
          sections: [],
          archivedAt: null,
          updatedAt: "2026-11-20T12:00:00Z",
        },
      ]}
    />,
  );

test("the list of templates contains the number of items twice: in a column, and in a line with the due date", () => {
  const html = listOf(21);
  expect(html).toContain(">7</span>");
  expect(html).toContain("7 items · due in 21 days");
});

test("the list of templates says in words that a request is due on the day on which it is created", () => {
  expect(listOf(0)).toContain("7 items · due on the day you create the request");
});
