import type { Route } from "next";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DetailsForm } from "@/features/requests/components/details-form";
import type { Assignee, Request } from "@/features/requests/types";

const request: Request = {
  id: "request-1",
  publicId: "0",
  title: "Accounts",
  message: "",
  status: "open",
  dueOn: "2031-05-03",
  version: 3,
  sentAt: null,
  closedAt: null,
  closeReason: null,
  assigneeId: "adam",
  remindersPaused: false,
  client: { id: "client-1", name: "Winter Ltd" },
  contacts: [],
  items: [],
};

const render = (assignees: Assignee[]) =>
  renderToStaticMarkup(
    <DetailsForm
      org={{ id: "org-1", slug: "firm" }}
      request={request}
      assignees={assignees}
      crumbs={[{ href: "/o/firm/requests" as Route, label: "Requests" }]}
      reader=""
      firm={{ name: "Harbour & Lane", logo: null, colors: null, timeZone: "UTC", sender: null }}
      openedAt="2031-04-01T09:00:00Z"
    >
      {null}
    </DetailsForm>,
  );
const chosen = (assignees: Assignee[]) =>
  render(assignees)
    .match(/<option value="([^"]*)" selected="">([^<]*)</)
    ?.slice(1);

test("the breadcrumb above the form ends with “Edit”, the current page", () => {
  expect(render([])).toMatch(/<li aria-current="page"[^>]*>Edit<\/li><\/ol>/);
});

test("the field for the assignee keeps the assignee selected, and marks a suspended or removed assignee", () => {
  const mia = { userId: "mia", name: "Mia Chen" };
  const adam = { userId: "adam", name: "Adam Reyes" };
  expect(chosen([mia, adam])).toEqual(["adam", "Adam Reyes"]);
  expect(chosen([mia, { ...adam, status: "suspended" }])).toEqual([
    "adam",
    "Adam Reyes (suspended)",
  ]);
  expect(chosen([mia, { ...adam, name: "", status: "removed" }])).toEqual([
    "adam",
    "Former user (no longer in the firm)",
  ]);
});

test("the field for the assignee shows the picture of the assignee, or a monogram without a picture", () => {
  const mia = { userId: "mia", name: "Mia Chen", imageUrl: "https://images.example/mia.png" };
  const adam = { userId: "adam", name: "Adam Reyes" };
  const withPicture = render([mia, { ...adam, imageUrl: "https://images.example/adam.png" }]);
  expect(withPicture).toContain('src="https://images.example/adam.png"');
  expect(withPicture).not.toContain("mia.png");
  expect(render([mia, adam])).toContain('data-initials="AR"');
});
