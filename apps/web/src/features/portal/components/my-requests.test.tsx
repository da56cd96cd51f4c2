import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MyRequests } from "@/features/portal/components/my-requests";
import type { MyRequest } from "@/features/portal/types";

const REQUEST: MyRequest = {
  requestId: "request-1",
  publicId: "public-1",
  firm: "Northwind Advisers",
  logoPath: null,
  brandColor: null,
  replyEmail: "office@northwind.example",
  postalAddress: null,
  timeZone: "Europe/London",
  title: "Annual accounts",
  status: "open",
  dueOn: null,
  done: 2,
  total: 5,
};
const READY = { requestId: "request-1", itemId: "i", no: 1, version: 1, title: "Ledger" };

const htmlOf = (request: Partial<MyRequest>, isAnswered = false, returned: string[] = []) =>
  renderToStaticMarkup(
    <MyRequests
      requests={[{ ...REQUEST, ...request }]}
      corrections={returned.map((itemId) => ({ requestId: "request-1", itemId }))}
      ready={isAnswered ? [READY] : []}
      now={new Date("2026-11-24T12:00:00Z")}
    />,
  );

test.each([
  ["the number of open items", {}, "3 to do"],
  ["that all answers are sent", { done: 5 }, "Sent"],
  ["that a request is complete", { status: "complete", done: 5 }, "Complete"],
  ["that a request is complete even if items are still open", { status: "complete" }, "Complete"],
] as const)("the list of a contact's requests shows %s", (_, request, status) => {
  expect(htmlOf(request)).toContain(`</svg>${status}</span>`);
});

test("the list of a contact's requests shows a due date only for open requests", () => {
  expect(htmlOf({ dueOn: "2026-11-19" })).toContain("Due 19");
  const complete = htmlOf({ dueOn: "2026-11-19", status: "complete" }, true, ["other"]);
  expect(complete).not.toContain("Due");
  expect(complete).not.toContain("to correct");
  expect(complete).not.toContain("ready to send");
});

test("in a contact's list, a request with corrections and unsent answers shows the numbers of both instead of the number of open items", () => {
  const html = htmlOf({}, true, ["other"]);
  expect(html).toContain("</svg>1 to correct</span>");
  expect(html.indexOf("1 to correct")).toBeLessThan(html.indexOf("2 of 5 done"));
  expect(html).toContain("1 ready to send");
  expect(html).not.toContain("to do");
});

test("in a contact's list, a returned item with a new answer that is ready to send does not count as an item to correct", () => {
  const html = htmlOf({}, true, [READY.itemId]);
  expect(html).toContain("1 ready to send");
  expect(html).not.toContain("to correct");
});
