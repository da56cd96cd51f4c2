import { expect, it } from "vitest";
import { HOSTILE_FIRM_NAMES, HOSTILE_NAMES } from "../../../tests/harness/hostile-names.ts";
import { mailOf } from "./fakes.ts";
import { renderMail } from "./render.ts";

const OPTIONS = { siteUrl: "https://dossier.example", from: "mail@dossier.example" };
const PORTAL = "https://dossier.example/r/p0b1ic#email=nora%40client.example";

function render(values: Parameters<typeof mailOf>[0] = {}) {
  const mail = renderMail(mailOf(values), OPTIONS);
  if (!mail) throw new Error("not rendered");
  return mail;
}

it("writes a request's email with firm, title, message, date and permanent link", () => {
  const mail = render();
  expect(mail.subject).toBe("Harbour & Lane: Annual accounts");
  expect(mail.from).toBe('"Harbour & Lane via Dossier" <mail@dossier.example>');
  expect(mail.to).toBe("nora@client.example");
  expect(mail.replyTo).toBe("office@harbour.example");
  expect(mail.text).toContain("Hello Nora Quist,");
  expect(mail.text).toContain("As discussed.");
  expect(mail.text).toContain("by 31 March 2026.");
  expect(mail.text).toContain(PORTAL);
  expect(mail.html).toContain(`href="${PORTAL}"`);
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
  const mail = render({ kind, data });
  expect(mail.html.match(/href="[^"]*"/g)).toEqual([`href="${PORTAL}"`]);
  expect(mail.text.match(/https?:\S+/g)).toEqual([PORTAL]);
});

it("says that a request was reopened, and why, without claiming that something is missing", () => {
  const { text } = render({ kind: "request_reopened", data: { note: "Page 3 is\nmissing." } });
  expect(text).toContain("Harbour & Lane reopened Annual accounts.");
  expect(text).toContain("Page 3 is\nmissing.");
  expect(text).toContain("by 31 March 2026.");
  expect(text).not.toContain("needs something more");
  // Undoing a decision reopens a request without a note.
  expect(render({ kind: "request_reopened", data: {} }).text).toContain(
    "reopened Annual accounts.",
  );
});

it("lists each decision with its note", () => {
  const { text, html } = render({
    kind: "decision_digest",
    data: {
      items: [
        { title: "Bank statement", status: "returned", note: "Page 2\nis missing" },
        { title: "Invoices", status: "partial", note: "March, too" },
      ],
    },
  });
  expect(text).toContain("- Bank statement\n  Page 2\n  is missing");
  expect(text).toContain("- Invoices\n  Accepted, but more is needed.\n  March, too");
  expect(html).toContain("Page 2<br>is missing");
});

it("lists at most five items in a reminder that are ready but not sent", () => {
  const { text } = render({ kind: "reminder", data: { ready: ["Bank statements", "Logo"] } });
  expect(text).toContain("Ready but not sent: Bank statements; Logo.");
  const titles = ["1", "2", "3", "4", "5", "6", "7"];
  expect(render({ kind: "reminder", data: { ready: titles } }).text).toContain(
    "Ready but not sent: 1; 2; 3; 4; 5; and 2 more.",
  );
  expect(render({ kind: "reminder", data: { ready: [] } }).text).not.toContain("Ready");
});

it("links staff to the request inside the firm", () => {
  const mail = render({
    kind: "staff_digest",
    contact_id: null,
    data: {
      client_name: "Quist Ltd",
      items: [{ title: "Logo", contact_name: "Nora" }, { title: "Name" }],
    },
  });
  expect(mail.subject).toBe("Quist Ltd sent 2 items: Annual accounts");
  expect(mail.text).toContain(
    "https://dossier.example/o/harbour-lane/requests/22222222-2222-4222-8222-222222222222",
  );
  expect(mail.text).not.toContain("#email");
});

it("links an invited member to the invitation", () => {
  const mail = render({
    kind: "invitation",
    data: {
      invitation_id: "55555555-5555-4555-8555-555555555555",
      role: "admin",
      inviter_name: "Olivia",
    },
  });
  expect(mail.text).toContain("Olivia invites you to join Harbour & Lane as an admin.");
  expect(mail.text).toContain("https://dossier.example/join/55555555-5555-4555-8555-555555555555");
});

it.each([
  ["request_sent", false, "50 first emails", 2],
  ["request_sent", true, "50 first emails", 1],
  ["invitation", false, "50 invitations", 0],
])(
  "tells owners and admins which limit is reached: %s, trusted %s",
  (cause, is_trusted, limit, rules) => {
    const mail = render({
      kind: "email_deferred",
      contact_id: null,
      data: { cause, waiting: 12, limit: 50, is_trusted },
    });
    expect(mail.subject).toBe(`Harbour & Lane has reached today’s limit of ${limit}`);
    expect(mail.text).toContain(
      `Your firm has reached today’s limit of ${limit}. 12 emails will be sent after`,
    );
    expect(mail.text.match(/A first email is|The limit rises/g) ?? []).toHaveLength(rules);
    expect(mail.text.match(/https?:\S+/g)).toEqual([
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
  const emails = [
    render({ request_title: text, request_message: text, data: { is_trusted } }),
    render({ kind: "reminder", request_title: text, data: { is_trusted, ready: [text] } }),
    render({ kind: "decision_digest", request_title: text, data: { is_trusted, items } }),
    render({ kind: "request_cancelled", request_title: text, data: { is_trusted, reason: text } }),
    render({ kind: "request_reopened", request_title: text, data: { is_trusted, note: text } }),
  ];
  for (const email of emails) {
    expect(email.subject).toContain(expected);
    expect(email.text).toContain(expected);
    expect(email.text.includes("evil")).toBe(is_trusted);
    expect(email.html.includes("evil")).toBe(is_trusted);
  }
});

it("keeps the name of a firm that looks like a domain", () => {
  expect(render({ org_name: "Harbour.com" }).subject).toBe("Harbour.com: Annual accounts");
});

const AT = "2026-07-01T09:05:00.000+00:00";
const TEAM = "https://dossier.example/o/harbour-lane/settings/team";

function ownerMail(kind: string, action: string, more: object = {}) {
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
  const mail = ownerMail(kind, action);
  expect(mail.subject).toMatch(/^Sam .*Harbour & Lane$/);
  expect(mail.text).toContain(`${sentence} Harbour & Lane`);
  expect(mail.text).toContain("This happened on 1 July 2026 at 10:05 (Europe/London).");
  expect(mail.text).toContain("If you did not expect this, check your team.");
  expect(mail.text.match(/https?:\S+/g)).toEqual([TEAM]);
});

it("links a reader who cannot open the team page to another page", () => {
  const { text } = ownerMail("owner_removed", "member.removed", { can_check: false });
  expect(text).toContain("If you did not expect this, ask another owner.");
  expect(text.match(/https?:\S+/g)).toEqual(["https://dossier.example/o"]);
});

it("uses UTC in an email to owners when the firm's time zone is unknown", () => {
  const data = { name: "Sam", by: "Olivia", action: "member.removed", at: AT };
  const mail = render({
    kind: "owner_removed",
    contact_id: null,
    time_zone: "Mars/Olympus+1",
    data,
  });
  expect(mail.text).toContain("This happened on 1 July 2026 at 09:05 (UTC).");
});

it("never prints null as a name in an email to owners", () => {
  const { subject, text } = ownerMail("owner_joined", "member.joined", { name: null, by: null });
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
  const mail = render({
    to_name: null,
    org_name: null,
    reply_email: null,
    request_message: null,
    due_on: null,
  });
  expect(mail.text).toContain("Hello,\n");
  expect(mail.replyTo).toBeUndefined();
  expect(mail.text).not.toContain("null");
});

it("returns no text for an unknown kind", () => {
  expect(renderMail(mailOf({ kind: "advert" }), OPTIONS)).toBeUndefined();
  expect(renderMail(mailOf({ kind: "constructor" }), OPTIONS)).toBeUndefined();
});

it.each([...HOSTILE_NAMES, ...HOSTILE_FIRM_NAMES])(
  "sends from one address and ends the sender's name with “via Dossier” for the firm %j",
  (name) => {
    const mail = render({ org_name: name, request_title: name, to_name: name });
    expect(mail.from).toMatch(/^"[^"@<>\\\p{C}]+ via Dossier" <mail@dossier\.example>$/u);
    expect(mail.from.match(/@/g)).toHaveLength(1);
    expect(mail.subject).not.toMatch(/\p{C}/u);
    expect(`${mail.text}${mail.html}`).not.toMatch(/[\u200b\u202a-\u202e\u2060-\u2069\ufeff]/u);
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

it("formats the HTML for phones and Outlook: line breaks anywhere, a viewport, a button in a cell", () => {
  const { html } = render();
  expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
  expect(html).toMatch(/<body style="[^"]*overflow-wrap:anywhere/);
  expect(html).toMatch(/<td bgcolor="#1d4ed8" style="padding:[^"]*"><a href=/);
});

it.each(["request_sent", "reminder"])("lets a contact stop a %s by link and by header", (kind) => {
  const token = "0123456789abcdef".repeat(2);
  const url = `https://dossier.example/unsubscribe/${token}`;
  const { html, text, headers } = render({ kind, data: { opt_out_token: token } });
  expect(html).toContain(`href="${url}"`);
  expect(text).toContain(`Stop emails or reminders from Harbour & Lane:\n${url}`);
  expect(headers).toEqual({
    "Auto-Submitted": "auto-generated",
    "X-Entity-Ref-ID": mailOf().mail_id,
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

it("marks every email as automated, with a reference of its own", () => {
  expect(render({ kind: "request_completed" }).headers).toEqual({
    "Auto-Submitted": "auto-generated",
    "X-Entity-Ref-ID": mailOf().mail_id,
  });
});
