import { expect, it } from "vitest";
import { item, PORTAL, render } from "../../../tests/support/email/render-fake.ts";

const ASKED = ["Bank statements", "Loan statement", "Stock count", "Lease", "Payroll"].map(
  (title) => item(title),
);
const LIST = {
  client_name: "Quist Ltd",
  sender_name: "Mia Chen",
  required: 12,
  optional: 2,
  asked: ASKED,
};

it("a request's first email shows the client, due date, message, sender and link", () => {
  const email = render({ data: LIST });
  expect(email.subject).toBe("Annual accounts: 12 items for Harbour & Lane by 31 March");
  expect(email.from).toBe('"Harbour & Lane via Dossier" <mail@dossier.example>');
  expect(email.to).toBe("nora@client.example");
  expect(email.replyTo).toBe("office@harbour.example");
  expect(email.text).toContain("Annual accounts: 12 items we need from you");
  expect(email.text).toContain(
    "For Quist Ltd. Please send the required items by Tuesday 31 March 2026.",
  );
  expect(email.text).toContain("“As discussed.”\nMia Chen, Harbour & Lane");
  expect(email.text).toContain(
    "Questions? Reply to this email. Your reply goes to Harbour & Lane.",
  );
  expect(email.text).toContain("Sent with Dossier to Nora Quist (nora@client.example).");
  expect(email.text).toContain(PORTAL);
  expect(email.html).toContain(`href="${PORTAL}"`);
});

it("a request's first email lists up to five items, and states how many items it leaves out", () => {
  const { text, html } = render({
    data: {
      ...LIST,
      asked: [
        item("Bank statements", { max_files: 12, help: "One PDF per month\nfrom your bank" }),
        item("Loan statement", { max_files: 20 }),
        item("Trade", { kind: "text" }),
        item("Stock count", { status: "returned" }),
        item("Lease", { status: "partial", is_ready: true }),
        item("Payroll"),
      ],
    },
  });
  expect(text).toContain(
    [
      "- Bank statements\n  One PDF per month",
      "- Loan statement\n  Up to 20 files",
      "- Trade\n  Text answer",
      "- Stock count\n  Needs correction",
      "- Lease\n  Ready but not sent",
      "and 7 more, plus 2 that are optional",
    ].join("\n"),
  );
  expect(html).not.toContain("Payroll");
});

it.each([
  [1, 0, [item("Logo")], "1 item we need from you", "Please send this item by Tuesday 31 March"],
  [2, 0, ASKED.slice(0, 2), "2 items we need from you", "Please send these items by Tuesday"],
  [5, 1, ASKED, "5 items we need from you", "plus 1 that is optional"],
  [
    1,
    1,
    [item("Logo"), item("Name", { required: false })],
    "1 item we",
    "- Name\n  Optional. 1 file",
  ],
  [
    0,
    6,
    ASKED.map((asked) => ({ ...asked, required: false })),
    "6 items you can send",
    "and 1 more\n",
  ],
  [0, 0, [], "Annual accounts\n", "View the request:"],
])(
  "the headline and the list of a request's first email fit %i required and %i optional items",
  (required, optional, asked, headline, list) => {
    const { text } = render({ data: { ...LIST, required, optional, asked } });
    expect(text).toContain(headline);
    expect(text).toContain(list);
  },
);

it("the preview text of a request's first email shows the first three items and the due date", () => {
  const [, preheader] = /opacity:0">([^&]*)/.exec(render({ data: LIST }).html) ?? [];
  expect(preheader).toBe(
    "Bank statements; Loan statement; Stock count; and 9 more. Due Tuesday 31",
  );
});

it.each([
  [12, "2026-03-31", "and 9 more. Due Tuesday 31"],
  [12, "2026-03-19", "and 9 more. Was due Thursday 19"],
  [0, "2026-03-31", "Loan statement. Due Tuesday 31"],
  [0, "2026-03-19", "Loan statement. No password needed."],
])(
  "the preview text of a reminder with %i required items and the due date %s ends with “%s”",
  (required, due_on, end) => {
    const asked = required > 0 ? ASKED : ASKED.slice(0, 2);
    const { html } = render({ kind: "reminder", data: { ...LIST, required, asked }, due_on });
    const [, preheader = ""] = /opacity:0">([^&]*)/.exec(html) ?? [];
    expect(preheader.slice(-end.length)).toBe(end);
  },
);

it("a reminder's subject contains the first open item, and the due date if that date has not passed", () => {
  const asked = [item("Bank statements", { status: "partial" }), ...ASKED.slice(1, 3)];
  const data = { ...LIST, required: 3, optional: 0, asked };
  const { subject, text } = render({ kind: "reminder", data });
  expect(text).toContain("- Bank statements\n  More needed\n- Loan statement");
  expect(subject).toBe("Still needed by 31 March: Bank statements and 2 more");
  expect(text).toContain("Annual accounts: 3 items still needed");
  const late = render({ kind: "reminder", data, due_on: "2026-03-19" });
  expect(late.subject).toBe("Still needed: Bank statements and 2 more");
  expect(late.text).toContain("These items were due on Thursday 19 March 2026.");
});

it("a reminder does not say that optional items are needed", () => {
  const asked = [item("Logo", { required: false })];
  const data = { ...LIST, required: 0, optional: 1, asked };
  const { subject, text } = render({ kind: "reminder", data });
  expect(subject).toBe("You can still send by 31 March: Logo");
  expect(text).toContain("Annual accounts: 1 item you can still send");
  expect(text).not.toContain("still needed");
});

it("a reminder of an overdue request says that the only item, or the only required item, was due", () => {
  const data = { ...LIST, required: 1, optional: 0, asked: [item("Logo")] };
  const late = { kind: "reminder", due_on: "2026-03-19" };
  expect(render({ ...late, data }).text).toContain("This item was due on Thursday 19 March 2026.");
  expect(render({ ...late, data: { ...data, optional: 1 } }).text).toContain(
    "The required item was due on Thursday 19 March 2026.",
  );
});

it("an email to a contact shows the sender once: below the message, or after the client if there is no message", () => {
  const [reminder, request] = [
    render({ kind: "reminder", data: LIST }),
    render({ data: LIST, request_message: null }),
  ];
  for (const { text } of [reminder, request]) {
    expect(text).toContain(
      "For Quist Ltd. Mia Chen sent you this request. Please send the required items by",
    );
  }
  expect(render({ data: LIST }).text.match(/Mia Chen/g)).toHaveLength(1);
  expect(render({ kind: "reminder", data: { ...LIST, sender_name: null } }).text).toContain(
    "For Quist Ltd. Please send the required items by",
  );
});

it("a reminder uses the firm's time zone to decide whether the due date has passed", () => {
  const data = { ...LIST, required: 1, asked: [item("Logo")] };
  const values = { kind: "reminder", data, due_on: "2026-03-20" };
  expect(render({ ...values, time_zone: "Pacific/Kiritimati" }).subject).toBe("Still needed: Logo");
  expect(render({ ...values, time_zone: "America/New_York" }).subject).toBe(
    "Still needed by 20 March: Logo",
  );
});

it("the email about a reopened request states the reason, and does not say that something is missing", () => {
  const { text } = render({ kind: "request_reopened", data: { note: "Page 3 is\nmissing." } });
  expect(text).toContain("Harbour & Lane reopened the request “Annual accounts”\n");
  expect(text).toContain("Page 3 is\nmissing.");
  expect(text).not.toContain("needs more");
  // Undoing a decision can reopen a request without a note.
  expect(render({ kind: "request_reopened", data: {} }).text).toContain(
    "reopened the request “Annual accounts”\n",
  );
});

it.each([
  ["request_completed", "The request “Annual accounts” is complete", "Your request is complete"],
  [
    "request_cancelled",
    "Harbour & Lane canceled the request “Annual accounts”",
    "Harbour & Lane canceled your request",
  ],
])(
  "the subject of a %s email says that the email is about a request, with or without a title",
  (kind, subject, untitled) => {
    expect(render({ kind, data: {} }).subject).toBe(subject);
    expect(render({ kind, data: {}, request_title: null }).subject).toBe(untitled);
  },
);

it("the subject of a request's first email does not contain a due date that has passed", () => {
  const { subject } = render({ data: LIST, due_on: "2026-03-19" });
  expect(subject).toBe("Annual accounts: 12 items for Harbour & Lane");
});

it.each(["request_sent", "request_reopened"])(
  "an email of kind %s does not ask for answers if every answer has been sent",
  (kind) => {
    const { subject, text } = render({ kind, data: { client_name: "Quist Ltd" } });
    expect(subject).not.toMatch(/ by \d/);
    expect(text).not.toMatch(/Please send|Due /);
    expect(text).toContain("For Quist Ltd. You don’t need to send anything right now.");
    expect(text).toContain("View the request:");
  },
);

it.each([
  ["2026-03-31", "This item is optional. If you have it, please send it by Tuesday 31 March 2026."],
  ["2026-03-19", "You can still send this item."],
])(
  "a request's first email does not say that an optional item is due (due date %s)",
  (due_on, sentence) => {
    const asked = [item("Logo", { required: false })];
    const { text } = render({ data: { ...LIST, required: 0, optional: 1, asked }, due_on });
    expect(text).toContain(sentence);
  },
);

it("an overdue reminder with optional items says that the required items were due", () => {
  const { text } = render({ kind: "reminder", data: LIST, due_on: "2026-03-19" });
  expect(text).toContain("The required items were due on Thursday 19 March 2026.");
});

it("a decision email quotes the note of each decision with its author and the firm, or only the firm if the author is unknown", () => {
  const { subject, text, html } = render({
    kind: "decision_digest",
    data: {
      items: [
        {
          title: "Bank statement",
          status: "returned",
          note: "Page 2\nis missing",
          staff_name: "Mia",
        },
        { title: "Invoices", status: "partial", note: "March, too" },
      ],
    },
  });
  expect(subject).toBe("2 items need something from you: Bank statement and 1 more");
  expect(text).toContain("1 answer needs a correction, and 1 item needs more.");
  expect(text).toContain("Continue:");
  expect(text).toContain(
    "- Bank statement\n  Needs correction\n  “Page 2\n  is missing”\n  Mia, Harbour & Lane",
  );
  expect(text).toContain("- Invoices\n  More needed\n  “March, too”\n  Harbour & Lane");
  expect(html).toContain("Page 2<br>is missing");
});

it("a decision email states the number of answers to correct and the number of items that need more", () => {
  const items = ["returned", "returned", "partial", "partial"].map((status, index) => ({
    title: `Item ${index + 1}`,
    status,
  }));
  const { subject, text } = render({ kind: "decision_digest", data: { items } });
  expect(subject).toBe("4 items need something from you: Item 1 and 3 more");
  expect(text).toContain("\n\n2 answers need a correction, and 2 items need more.\n");
});

it.each([
  [
    "returned",
    1,
    "Please correct 1 answer: Item 1",
    "reviewed an answer and asks for a correction.",
    "Correct the answer:",
  ],
  [
    "returned",
    7,
    "Please correct 7 answers: Item 1 and 6 more",
    "reviewed answers and asks for corrections.",
    "Correct the answers:",
  ],
  [
    "partial",
    1,
    "Please send more for 1 item: Item 1",
    "reviewed an answer and needs more.",
    "Add what is missing:",
  ],
])(
  "a decision email states what the contact has to do after the decision %s on %i items",
  (status, count, subject, review, action) => {
    const items = Array.from({ length: count }, (_, index) => ({
      title: `Item ${index + 1}`,
      status,
    }));
    const email = render({ kind: "decision_digest", data: { items } });
    expect(email.subject).toBe(subject);
    expect(email.text).toContain(`Harbour & Lane ${review}`);
    expect(email.text).toContain(action);
    expect(email.text.match(/^- Item/gm)).toHaveLength(Math.min(count, 5));
    expect(email.text.includes("and 2 more")).toBe(count === 7);
  },
);

it("a reminder lists at most five ready but unsent answers", () => {
  const { text } = render({ kind: "reminder", data: { ready: ["Bank statements", "Logo"] } });
  expect(text).toContain("2 answers are ready but not sent: Bank statements; Logo.");
  const titles = ["1", "2", "3", "4", "5", "6", "7"];
  expect(render({ kind: "reminder", data: { ready: titles } }).text).toContain(
    "7 answers are ready but not sent: 1; 2; 3; 4; 5; and 2 more.",
  );
  expect(render({ kind: "reminder", data: { ready: [] } }).text).not.toContain("ready");
});

it("in a reminder, the line about ready answers has the style of the line that counts more items", () => {
  const row = { title: "Logo", kind: "file", max_files: 1, required: true, status: "open" };
  const styleOf = (html: string, text: string) =>
    new RegExp(`<p class="mut" style="([^"]*)">${text}`).exec(html)?.[1];
  const reminder = render({ kind: "reminder", data: { ready: ["Ledger"], asked: [row] } });
  const request = render({
    kind: "request_sent",
    data: { asked: Array(7).fill(row), required: 7 },
  });
  const style = styleOf(request.html, "and 2 more");
  expect(style).toContain("font-size");
  expect(styleOf(reminder.html, "1&nbsp;answer is ready")).toBe(style);
});

it("a reminder does not list the ready answers again if the item list already marks all of them as ready", () => {
  const row = (title: string) => ({
    title,
    kind: "file",
    max_files: 1,
    required: true,
    status: "open",
    is_ready: true,
  });
  const ready = ["Bank statements", "Logo"];
  const all = render({ kind: "reminder", data: { ready, asked: ready.map(row), required: 2 } });
  expect(all.text).toContain("2 answers are ready but not sent. Open the request to send them.");
  const some = render({ kind: "reminder", data: { ready, asked: [row("Logo")], required: 2 } });
  expect(some.text).toContain("2 answers are ready but not sent: Bank statements; Logo.");
});

it.each([
  [1, 1_000],
  [2, 500],
  [9, 200],
])("a decision email about %i answers with the longest notes stays below 30 kB", (count, kept) => {
  const items = Array.from({ length: count }, () => ({
    title: "&".repeat(120),
    status: "partial",
    note: "&".repeat(1_000),
    staff_name: "&".repeat(120),
  }));
  const { html, text } = render({
    kind: "decision_digest",
    to_name: "&".repeat(120),
    org_name: "&".repeat(80),
    request_title: "&".repeat(120),
    data: { items, client_name: "&".repeat(120) },
  });
  expect(Buffer.byteLength(html)).toBeLessThan(30_000);
  const note = kept === 1_000 ? "&".repeat(1_000) : `${"&".repeat(kept - 1)}…`;
  expect(text).toContain(`“${note}”`);
});
