import { expect, it } from "vitest";
import { HOSTILE_FIRM_NAMES, HOSTILE_NAMES } from "../../../tests/harness/hostile-names.ts";
import { emailOf } from "./fakes.ts";
import { renderEmail } from "./render.ts";

const OPTIONS = {
  siteUrl: "https://dossier.example",
  supabaseUrl: "https://project.example",
  from: "mail@dossier.example",
  now: () => Date.UTC(2026, 2, 20, 12),
};
const PORTAL = "https://dossier.example/r/p0b1ic#email=nora%40client.example";

function render(values: Parameters<typeof emailOf>[0] = {}) {
  const email = renderEmail(emailOf(values), OPTIONS);
  if (!email) throw new Error("not rendered");
  return email;
}

const item = (title: string, values: object = {}) => ({
  title,
  kind: "file",
  max_files: 1,
  required: true,
  status: "open",
  ...values,
});
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

it("writes a request's email with client, date, message, sender and permanent link", () => {
  const email = render({ data: LIST });
  expect(email.subject).toBe("Annual accounts: 12 things for Harbour & Lane by 31 March");
  expect(email.from).toBe('"Harbour & Lane via Dossier" <mail@dossier.example>');
  expect(email.to).toBe("nora@client.example");
  expect(email.replyTo).toBe("office@harbour.example");
  expect(email.text).toContain("Annual accounts: 12 things we need from you");
  expect(email.text).toContain("For Quist Ltd. Please send everything by Tuesday 31 March 2026.");
  expect(email.text).toContain("“As discussed.”\nMia Chen, Harbour & Lane");
  expect(email.text).toContain("Questions? Reply to this email and it reaches Harbour & Lane.");
  expect(email.text).toContain("Sent to Nora Quist (nora@client.example) with Dossier.");
  expect(email.text).toContain(PORTAL);
  expect(email.html).toContain(`href="${PORTAL}"`);
});

it("lists up to five items and the number of the others", () => {
  const { text, html } = render({
    data: {
      ...LIST,
      asked: [
        item("Bank statements", { max_files: 12, help: "One PDF per month\nfrom your bank" }),
        item("Loan statement", { max_files: 20 }),
        item("Trade", { kind: "text" }),
        item("Stock count", { status: "returned" }),
        item("Lease", { status: "partial", help: "All pages" }),
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
      "- Lease\n  More needed",
      "and 7 more, plus 2 that are optional",
    ].join("\n"),
  );
  expect(html).not.toContain("Payroll");
});

it.each([
  [1, 0, [item("Logo")], "1 thing we need from you", "- Logo\n  1 file\n\n"],
  [5, 1, ASKED, "5 things we need from you", "plus 1 that is optional"],
  [
    1,
    1,
    [item("Logo"), item("Name", { required: false })],
    "1 thing we",
    "- Name\n  Optional. 1 file",
  ],
  [
    0,
    6,
    ASKED.map((asked) => ({ ...asked, required: false })),
    "6 things you can send",
    "and 1 more\n",
  ],
  [0, 0, [], "Annual accounts\n", "Please send everything by"],
])("counts %i required and %i optional items", (required, optional, asked, headline, list) => {
  const { text } = render({ data: { ...LIST, required, optional, asked } });
  expect(text).toContain(headline);
  expect(text).toContain(list);
});

it("shows the first three items and the date next to the subject", () => {
  const [, preheader] = /opacity:0">([^&]*)/.exec(render({ data: LIST }).html) ?? [];
  expect(preheader).toBe(
    "Bank statements; Loan statement; Stock count; and 9 more. Due Tuesday 31",
  );
});

it("names the first item that a reminder is about, with the date until it has passed", () => {
  const data = { ...LIST, required: 3, optional: 0, asked: ASKED.slice(0, 3) };
  const { subject, text } = render({ kind: "reminder", data });
  expect(subject).toBe("Still needed by 31 March: Bank statements and 2 more");
  expect(text).toContain("Annual accounts: 3 things still needed");
  const late = render({ kind: "reminder", data, due_on: "2026-03-19" });
  expect(late.subject).toBe("Still needed: Bank statements and 2 more");
  expect(late.text).toContain("Everything was due on Thursday 19 March 2026.");
});

it("compares a due date with the day in the firm's time zone", () => {
  const data = { ...LIST, required: 1, asked: [item("Logo")] };
  const values = { kind: "reminder", data, due_on: "2026-03-20" };
  expect(render({ ...values, time_zone: "Pacific/Kiritimati" }).subject).toBe("Still needed: Logo");
  expect(render({ ...values, time_zone: "America/New_York" }).subject).toBe(
    "Still needed by 20 March: Logo",
  );
});

it.each([
  ["request_sent", {}],
  ["reminder", {}],
  ["request_completed", {}],
  ["request_reopened", {}],
  ["request_cancelled", { reason: "Sold." }],
  [
    "decision_digest",
    { items: [{ title: "Bank statement", status: "returned", note: "Blurred" }] },
  ],
])("links a contact's %s to the portal only", (kind, data) => {
  const email = render({ kind, data });
  expect(new Set(email.html.match(/href="[^"]*"/g))).toEqual(new Set([`href="${PORTAL}"`]));
  expect(email.text.match(/https?:\S+/g)).toEqual([PORTAL]);
});

it("says that a request was reopened, and why, without claiming that something is missing", () => {
  const { text } = render({ kind: "request_reopened", data: { note: "Page 3 is\nmissing." } });
  expect(text).toContain("Harbour & Lane reopened Annual accounts\n");
  expect(text).toContain("Page 3 is\nmissing.");
  expect(text).toContain("by Tuesday 31 March 2026.");
  expect(text).not.toContain("needs something more");
  // Undoing a decision reopens a request without a note.
  expect(render({ kind: "request_reopened", data: {} }).text).toContain(
    "reopened Annual accounts\n",
  );
});

it("quotes the note of each decision with the name of its author", () => {
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
  expect(subject).toBe("Please correct 2 answers: Bank statement and 1 more");
  expect(text).toContain("- Bank statement\n  “Page 2\n  is missing”\n  Mia, Harbour & Lane");
  expect(text).toContain(
    "- Invoices\n  Accepted, but more is needed.\n  “March, too”\n  Harbour & Lane",
  );
  expect(html).toContain("Page 2<br>is missing");
});

it.each([
  ["returned", 1, "Please correct 1 answer: Item 1", "Correct it:"],
  ["returned", 7, "Please correct 7 answers: Item 1 and 6 more", "Correct them:"],
  ["partial", 1, "Please add to 1 answer: Item 1", "Add what is missing:"],
])("asks for what a decision needs: %s, %i items", (status, count, subject, action) => {
  const items = Array.from({ length: count }, (_, index) => ({
    title: `Item ${index + 1}`,
    status,
  }));
  const email = render({ kind: "decision_digest", data: { items } });
  expect(email.subject).toBe(subject);
  expect(email.text).toContain(action);
  expect(email.text.match(/^- Item/gm)).toHaveLength(Math.min(count, 5));
  expect(email.text.includes("and 2 more")).toBe(count === 7);
});

it("lists at most five items in a reminder that are ready but not sent", () => {
  const { text } = render({ kind: "reminder", data: { ready: ["Bank statements", "Logo"] } });
  expect(text).toContain("2 answers are ready but not sent: Bank statements; Logo.");
  const titles = ["1", "2", "3", "4", "5", "6", "7"];
  expect(render({ kind: "reminder", data: { ready: titles } }).text).toContain(
    "7 answers are ready but not sent: 1; 2; 3; 4; 5; and 2 more.",
  );
  expect(render({ kind: "reminder", data: { ready: [] } }).text).not.toContain("ready");
});

it("links staff to the request inside the firm", () => {
  const email = render({
    kind: "staff_digest",
    contact_id: null,
    data: {
      client_name: "Quist Ltd",
      items: [{ title: "Logo", contact_name: "Nora" }, { title: "Name" }],
    },
  });
  expect(email.subject).toBe("2 answers to review from Quist Ltd");
  expect(email.text).toContain("Annual accounts: 2 answers to review");
  expect(email.text).toContain("Review 2:");
  expect(email.text).toContain(
    "https://dossier.example/o/harbour-lane/requests/22222222-2222-4222-8222-222222222222",
  );
  expect(email.text).not.toContain("#email");
});

it("links an invited member to the invitation", () => {
  const email = render({
    kind: "invitation",
    data: {
      invitation_id: "55555555-5555-4555-8555-555555555555",
      role: "admin",
      inviter_name: "Olivia",
    },
  });
  expect(email.text).toContain("Olivia invites you to join Harbour & Lane as an admin.");
  expect(email.text).toContain("https://dossier.example/join/55555555-5555-4555-8555-555555555555");
});

it.each([
  ["request_sent", false, "12 request emails wait", "50 first emails", 2],
  ["request_sent", true, "12 request emails wait", "50 first emails", 1],
  ["invitation", false, "12 invitations wait", "50 invitations", 0],
])(
  "tells owners and admins how many emails wait, not which limit is used up: %s, trusted %s",
  (cause, is_trusted, waiting, limit, rules) => {
    const email = render({
      kind: "email_deferred",
      contact_id: null,
      data: { cause, waiting: 12, limit: 50, is_trusted },
    });
    expect(email.subject).toBe("Some of Harbour & Lane’s emails wait because of a daily limit");
    expect(email.text).toContain(`${waiting} because of a daily limit. We try again after`);
    expect(email.text).toContain(`Your firm can send ${limit} a day.`);
    expect(email.text.match(/A first email is|gets a higher limit/g) ?? []).toHaveLength(rules);
    expect(email.text.match(/https?:\S+/g)).toEqual([
      "https://dossier.example/o/harbour-lane/settings/security",
    ]);
  },
);

it.each([
  [true, "Pay at https://evil.example/pay"],
  [false, "Pay at [link on the request page]"],
])("shows a link in a firm's text only when the firm is trusted: %s", (is_trusted, expected) => {
  const text = "Pay at https://evil.example/pay";
  const items = [{ title: text, status: "returned", note: text }];
  const list = { required: 1, asked: [item(text, { help: text })] };
  const emails = [
    render({ request_title: text, request_message: text, data: { is_trusted, ...list } }),
    render({ kind: "reminder", request_title: text, data: { is_trusted, ready: [text], ...list } }),
    render({ kind: "decision_digest", request_title: text, data: { is_trusted, items } }),
    render({ kind: "request_cancelled", request_title: text, data: { is_trusted, reason: text } }),
    render({ kind: "request_reopened", request_title: text, data: { is_trusted, note: text } }),
  ];
  for (const email of emails) {
    expect(email.text).toContain(expected);
    expect(`${email.subject}${email.text}`.includes("evil")).toBe(is_trusted);
    expect(email.html.includes("evil")).toBe(is_trusted);
  }
});

it("keeps the name of a firm that looks like a domain", () => {
  expect(render({ org_name: "Harbour.com" }).subject).toBe(
    "Annual accounts for Harbour.com by 31 March",
  );
});

const AT = "2026-07-01T09:05:00.000+00:00";
const TEAM = "https://dossier.example/o/harbour-lane/settings/team";

function ownerEmail(kind: string, action: string, more: object = {}) {
  const data = { name: "Sam", by: "Olivia", action, at: AT, can_check: true, ...more };
  return render({ kind, contact_id: null, data });
}

it.each([
  [
    "owner_joined",
    "member.joined",
    "Sam accepted an invitation from Olivia and is now an owner of",
  ],
  ["owner_joined", "member.role_changed", "Olivia made Sam an owner of"],
  ["owner_joined", "member.restored", "Olivia restored Sam, who is now an owner of"],
  ["owner_left", "member.removed", "Sam left"],
  ["owner_left", "member.role_changed", "Sam gave up the owner role at"],
  ["owner_left", "member.suspended", "Sam gave up the owner role at"],
  ["owner_removed", "member.removed", "Olivia removed Sam from"],
  ["owner_removed", "member.suspended", "Olivia suspended Sam at"],
  ["owner_removed", "member.role_changed", "Olivia changed the role of Sam at"],
])("tells owners who did what and when: %s by %s", (kind, action, sentence) => {
  const email = ownerEmail(kind, action);
  expect(email.subject).toMatch(/^Sam .*Harbour & Lane$/);
  expect(email.text).toContain(`${sentence} Harbour & Lane`);
  expect(email.text).toContain("This happened on 1 July 2026 at 10:05 (Europe/London).");
  expect(email.text).toContain("If you did not expect this, check your team.");
  expect(email.text.match(/https?:\S+/g)).toEqual([TEAM]);
});

it("links a reader who cannot open the team page to another page", () => {
  const { text } = ownerEmail("owner_removed", "member.removed", { can_check: false });
  expect(text).toContain("If you did not expect this, ask another owner.");
  expect(text.match(/https?:\S+/g)).toEqual(["https://dossier.example/o"]);
});

it("uses UTC in an email to owners when the firm's time zone is unknown", () => {
  const data = { name: "Sam", by: "Olivia", action: "member.removed", at: AT };
  const email = render({
    kind: "owner_removed",
    contact_id: null,
    time_zone: "Mars/Olympus+1",
    data,
  });
  expect(email.text).toContain("This happened on 1 July 2026 at 09:05 (UTC).");
});

it("never prints null as a name in an email to owners", () => {
  const { subject, text } = ownerEmail("owner_joined", "member.joined", { name: null, by: null });
  expect(subject).toBe("A former user is now an owner of Harbour & Lane");
  expect(text).not.toContain("null");
});

it("escapes text from firms and contacts", () => {
  const { html } = render({
    to_name: "<img src=x>",
    org_name: "<b>A</b>",
    request_title: '"><script>',
    request_message: "<script>alert(1)</script>",
  });
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

it("prevents names and titles from adding a header or another sender", () => {
  const { from, subject } = render({
    org_name: 'Firm" <evil@example>\r\nBcc: all@example',
    request_title: "One\r\nBcc: all@example",
  });
  expect(from).toBe('"Firm evil example Bcc: all example via Dossier" <mail@dossier.example>');
  expect(subject).not.toMatch(/[\r\n]/);
});

it("omits names and dates that are missing", () => {
  const email = render({
    to_name: null,
    org_name: null,
    reply_email: null,
    request_message: null,
    due_on: null,
  });
  expect(email.text).toContain("Sent to nora@client.example with Dossier.");
  expect(email.replyTo).toBeUndefined();
  expect(email.text).not.toContain("null");
});

it("returns no text for an unknown kind", () => {
  expect(renderEmail(emailOf({ kind: "advert" }), OPTIONS)).toBeUndefined();
  expect(renderEmail(emailOf({ kind: "constructor" }), OPTIONS)).toBeUndefined();
});

it.each([...HOSTILE_NAMES, ...HOSTILE_FIRM_NAMES])(
  "sends from one address and ends the sender's name with “via Dossier” for the firm %j",
  (name) => {
    const email = render({ org_name: name, request_title: name, to_name: name });
    expect(email.from).toMatch(/^"[^"@<>\\\p{C}]+ via Dossier" <mail@dossier\.example>$/u);
    expect(email.from.match(/@/g)).toHaveLength(1);
    expect(email.subject).not.toMatch(/\p{C}/u);
    expect(`${email.text}${email.html}`).not.toMatch(/[\u200b\u202a-\u202e\u2060-\u2069\ufeff]/u);
  },
);

it("makes markup and text direction changes inert", () => {
  const { html, text } = render({
    request_message: "<b>bold</b> \u202egnp.exe\u202c",
    request_title: "<img src=x>\u2066",
    data: { is_trusted: true },
  });
  expect(html).toContain("&lt;b&gt;bold&lt;/b&gt; gnp.exe");
  expect(html).not.toContain("<img");
  expect(text).toContain("<b>bold</b> gnp.exe");
});

it.each(["request_sent", "reminder"])("lets a contact stop a %s by link and by header", (kind) => {
  const token = "0123456789abcdef".repeat(2);
  const url = `https://dossier.example/unsubscribe/${token}`;
  const { html, text, headers } = render({ kind, data: { opt_out_token: token } });
  expect(html).toContain(`href="${url}"`);
  expect(text).toContain(`Stop reminders, or say that this isn’t for you:\n${url}`);
  expect(headers).toEqual({
    "Auto-Submitted": "auto-generated",
    "X-Entity-Ref-ID": emailOf().mail_id,
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

it("marks every email as automated, with a reference of its own", () => {
  expect(render({ kind: "request_completed" }).headers).toEqual({
    "Auto-Submitted": "auto-generated",
    "X-Entity-Ref-ID": emailOf().mail_id,
  });
});
