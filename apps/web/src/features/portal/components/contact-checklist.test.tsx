import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ItemTitle } from "@/features/items/components/item-title";
import type { AnsweredItem, ContactRequest, ItemStatus, Submission } from "@/features/items/types";
import { type ChecklistFacts, ChecklistRow } from "@/features/portal/components/checklist-row";
import { ContactChecklist } from "@/features/portal/components/contact-checklist";
import { RequestHeader } from "@/features/portal/components/request-header";
import { SenderMessage } from "@/features/portal/components/sender-message";
import { blankItem } from "@/features/requests/schema";

const REQUEST: ContactRequest = {
  id: "request-1",
  publicId: "public-1",
  firm: "Northwind Advisers",
  logoPath: null,
  brandColor: null,
  replyEmail: "office@northwind.example",
  postalAddress: null,
  clientName: "Lamplight Theatre",
  timeZone: "Europe/London",
  title: "Annual accounts",
  message: "",
  status: "open",
  dueOn: "2026-11-26",
};

const DRAFT: Submission = {
  id: "submission-1",
  no: 1,
  version: 1,
  status: "draft",
  answer: { text: "We bake bread." },
  notApplicable: false,
  clientNote: "",
  decisionNote: "",
  submittedAt: null,
  decidedAt: null,
  files: [],
};

const item = (status: ItemStatus, submissions: Submission[] = []): AnsweredItem => ({
  ...blankItem("text"),
  id: "item-1",
  title: "Your trade",
  section: "About you",
  position: 1,
  status,
  version: 1,
  waiveNote: null,
  submissions,
});

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, "|")
    .replaceAll("\u00a0", " ")
    .replace(/\|+/g, "|");

describe("the due date of a late request", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-11-29T12:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const late = "|Was due Thursday 26 November|, 3 days late|";

  test("is shown on the checklist, without the year if the date is in the current year", () => {
    expect(textOf(renderToStaticMarkup(<RequestHeader request={REQUEST} />))).toContain(late);
    const lastYear = { ...REQUEST, dueOn: "2025-12-31" };
    expect(textOf(renderToStaticMarkup(<RequestHeader request={lastYear} />))).toContain(
      "|Was due 31 December 2025|, 333 days late|",
    );
  });

  test.each(["open", "returned", "partial"] as const)(
    "is shown as late on the page of an item with the status %s",
    (status) => {
      const title = <ItemTitle item={item(status)} request={REQUEST} />;
      expect(textOf(renderToStaticMarkup(title))).toContain(late);
    },
  );

  test.each(["submitted", "accepted", "waived"] as const)(
    "is not shown as late on the page of an item with the status %s",
    (status) => {
      const title = <ItemTitle item={item(status)} request={REQUEST} />;
      expect(textOf(renderToStaticMarkup(title))).toContain(
        "|About you · Due Thursday 26 November|",
      );
    },
  );
});

const FACTS: ChecklistFacts = {
  publicId: null,
  readyIds: new Set(),
  isClosed: false,
  timeZone: "Europe/London",
  now: "2026-11-29T12:00:00Z",
};

describe("the row of an item with a draft", () => {
  const row = (answered: AnsweredItem, isClosed = false) =>
    textOf(renderToStaticMarkup(<ChecklistRow item={answered} facts={{ ...FACTS, isClosed }} />));

  test("says that the item is to do and that the draft is saved", () => {
    expect(row(item("open", [DRAFT]))).toBe("|Your trade|To do|Draft saved|");
    expect(row(item("open"))).toBe("|Your trade|To do|");
  });

  test("does not mention the draft in a closed request", () => {
    expect(row(item("open", [DRAFT]), true)).toBe("|Your trade|Not sent|");
  });
});

// S-2.43
test.each([
  ["Needed from you", "a required item waits", ["submitted", "open"]],
  ["Needed from you", "the firm needs more for a required item", ["submitted", "partial"]],
  ["Items", "only optional items wait", ["submitted", "accepted"]],
  ["Items", "the other required items need correction", ["submitted", "returned"]],
  ["Items", "staff waived the required items", ["waived", "waived"]],
] as const)("items without a section have the heading “%s” if %s", (heading, _, statuses) => {
  const items = [
    ...statuses.map((status, index) => ({ ...item(status), id: `required-${index}` })),
    { ...item("open"), id: "optional", required: false },
  ].map((each) => ({ ...each, section: "" }));
  const html = renderToStaticMarkup(<ContactChecklist items={items} facts={FACTS} />);
  const headings = [...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(headings.filter((text) => text !== "Needs correction")).toEqual([
    heading,
    "Optional items",
  ]);
});

describe("the message of the request", () => {
  const textsOf = (message: string, isFirst: boolean) =>
    textOf(
      renderToStaticMarkup(
        <SenderMessage request={{ ...REQUEST, message }} sender={null} isFirst={isFirst} />,
      ),
    );

  test("has a link to email the firm below it only on later visits", () => {
    expect(textsOf("Here is the list.", true)).not.toContain("Email Northwind Advisers");
    expect(textsOf("Here is the list.", false)).toContain("Email Northwind Advisers");
  });

  test("is replaced by the link to email the firm if it is empty", () => {
    for (const isFirst of [true, false]) {
      expect(textsOf("", isFirst)).toBe("|Email Northwind Advisers|");
    }
  });
});
