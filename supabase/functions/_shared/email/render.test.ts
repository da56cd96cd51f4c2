import { expect, it } from "vitest";
import { HOSTILE_FIRM_NAMES, HOSTILE_NAMES } from "../../../tests/harness/hostile-names.ts";
import { emailOf } from "../../../tests/support/email/fakes.ts";
import { item, OPTIONS, PORTAL, render } from "../../../tests/support/email/render-fake.ts";
import { renderEmail } from "./render.ts";

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
])("a contact's %s email links only to the request page", (kind, data) => {
  const email = render({ kind, data });
  expect(new Set(email.html.match(/href="[^"]*"/g))).toEqual(new Set([`href="${PORTAL}"`]));
  expect(email.text.match(/https?:\S+/g)).toEqual([PORTAL]);
});

const waiting = (items: object[], values: object = {}) => ({
  id: "22222222-2222-4222-8222-222222222222",
  title: "Annual accounts",
  client_name: "Quist Ltd",
  items,
  ...values,
});

it("a staff email links to the request's page for staff", () => {
  const email = render({
    kind: "staff_digest",
    contact_id: null,
    data: { requests: [waiting([{ title: "Logo", contact_name: "Nora" }, { title: "Name" }])] },
  });
  expect(email.subject).toBe("2 answers to review from Quist Ltd");
  expect(email.text).toContain("Annual accounts: 2 answers to review");
  expect(email.text).toContain("Review 2 answers:");
  expect(email.text).toContain(
    "https://dossier.example/o/harbour-lane/requests/22222222-2222-4222-8222-222222222222",
  );
  expect(email.text).not.toContain("#email");
});

it.each([
  [["Nora", "Nora"], "Nora sent 2 answers for Quist Ltd.", "- Logo\n- Name"],
  [["Nora", "Ole"], "Quist Ltd sent 2 answers.", "- Logo\n  Nora\n- Name\n  Ole"],
  [[null, null], "Quist Ltd sent 2 answers.", "- Logo\n- Name"],
])(
  "an email to staff shows a single sender once, and several senders next to their answers: %j",
  (names, sentence, list) => {
    const items = ["Logo", "Name"].map((title, at) => ({ title, contact_name: names[at] }));
    const data = { requests: [waiting(items)] };
    const { text } = render({ kind: "staff_digest", contact_id: null, data });
    expect(text).toContain(sentence);
    expect(text).toContain(`\n\n${list}\n\n`);
  },
);

it("an email about answers to several requests lists the requests and links to the inbox", () => {
  const items = ["Logo", "Name", "Colors", "Fonts"].map((title) => ({ title }));
  const more = waiting([{ title: "Payslips" }], { title: "Payroll" });
  const same = render({
    kind: "staff_digest",
    contact_id: null,
    data: { requests: [waiting(items), more] },
  });
  expect(same.subject).toBe("5 answers to review from Quist Ltd");
  expect(same.text).toContain("Quist Ltd sent 5 answers for 2 requests.");
  expect(same.text).toContain(
    "- Annual accounts\n  Logo; Name; Colors; and 1 more\n- Payroll\n  Payslips\n",
  );
  expect(same.text).toContain("Review 5 answers:\nhttps://dossier.example/o/harbour-lane\n");
  const other = { ...more, client_name: "Nordlys" };
  const two = render({
    kind: "staff_digest",
    contact_id: null,
    data: { requests: [waiting(items), ...Array.from({ length: 6 }, () => other)] },
  });
  expect(two.subject).toBe("10 answers to review from 2 clients");
  expect(two.text).toContain("2 clients sent 10 answers for 7 requests.");
  expect(two.text).toContain("- Payroll\n  Nordlys: Payslips\nand 2 more requests\n");
});

it("an invitation email links to the invitation's page", () => {
  const email = render({
    kind: "invitation",
    data: {
      invitation_id: "55555555-5555-4555-8555-555555555555",
      role: "admin",
      inviter_name: "Olivia",
    },
  });
  expect(email.text).toContain("Olivia invited you to join Harbour & Lane as an admin.");
  expect(email.text).toContain("https://dossier.example/join/55555555-5555-4555-8555-555555555555");
});

it.each([
  ["left", "Nora is a contact of Quist Ltd. Reason: they no longer work for this client."],
  ["wrong_person", "Nora is a contact of Quist Ltd. Reason: the request was not meant for them."],
  [null, "Nora is a contact of Quist Ltd."],
])(
  "the notice about an opt-out shows the contact's client and the contact's reason: %s",
  (reason, sentence) => {
    const contact = { name: "Nora", status: "opted_out", client_id: "c", client_name: "Quist Ltd" };
    const email = render({
      kind: "staff_notice",
      contact_id: null,
      data: { contacts: [{ ...contact, reason }] },
    });
    expect(email.subject).toBe("Nora asked not to get email from you");
    expect(email.text.split("\n")).toContain(sentence);
  },
);

it.each([
  ["the same client", ["c", "c"], "an answer, add another contact for the client."],
  ["two clients", ["c", "d"], "answers, add other contacts for these clients."],
])("the notice about opt-outs for %s says where to add contacts", (_, clients, advice) => {
  const contacts = clients.map((client_id) => ({
    name: "Nora",
    status: "opted_out",
    client_id,
    client_name: "Quist Ltd",
  }));
  const { text } = render({ kind: "staff_notice", contact_id: null, data: { contacts } });
  expect(text).toContain(
    `Dossier no longer sends email to these contacts. If you still need ${advice}`,
  );
});

it.each([
  ["request_sent", false, "12 request emails are waiting", "50 first emails", 2],
  ["request_sent", true, "12 request emails are waiting", "50 first emails", 1],
  ["invitation", false, "12 invitations are waiting", "50 invitations", 0],
])(
  "the notice about waiting emails states their number, but not which limit was reached: %s, firm trusted: %s",
  (cause, is_trusted, waiting, limit, rules) => {
    const email = render({
      kind: "email_deferred",
      contact_id: null,
      data: { cause, waiting: 12, limit: 50, is_trusted },
    });
    expect(email.subject).toBe("Harbour & Lane: 12 emails are waiting because of a daily limit");
    expect(email.text).toContain(
      `${waiting} because of a daily limit. After midnight in the firm’s time zone, we’ll try to send them, oldest first.`,
    );
    expect(email.text).toContain(`Your firm can send ${limit} a day.`);
    expect(email.text.match(/A first email is|gets a higher limit/g) ?? []).toHaveLength(rules);
    expect(email.text.match(/https?:\S+/g)).toEqual([
      "https://dossier.example/o/harbour-lane/settings/security",
    ]);
  },
);

it("the subject of the notice about one waiting email is in the singular", () => {
  const data = { cause: "invitation", waiting: 1, limit: 50, is_trusted: true };
  expect(render({ kind: "email_deferred", contact_id: null, data }).subject).toBe(
    "Harbour & Lane: 1 email is waiting because of a daily limit",
  );
});

it.each([
  [true, "Pay at https://evil.example/pay"],
  [false, "Pay at [link on the request page]"],
])(
  "an email shows a link in a firm's text only if the firm is trusted: %s",
  (is_trusted, expected) => {
    const text = "Pay at https://evil.example/pay";
    const items = [{ title: text, status: "returned", note: text }];
    const list = { required: 1, asked: [item(text, { help: text })] };
    const emails = [
      render({ request_title: text, request_message: text, data: { is_trusted, ...list } }),
      render({
        kind: "reminder",
        request_title: text,
        data: { is_trusted, ready: [text], ...list },
      }),
      render({ kind: "decision_digest", request_title: text, data: { is_trusted, items } }),
      render({
        kind: "request_cancelled",
        request_title: text,
        data: { is_trusted, reason: text },
      }),
      render({ kind: "request_reopened", request_title: text, data: { is_trusted, note: text } }),
    ];
    for (const email of emails) {
      expect(email.text).toContain(expected);
      expect(`${email.subject}${email.text}`.includes("evil")).toBe(is_trusted);
      expect(email.html.includes("evil")).toBe(is_trusted);
    }
  },
);

it("an email does not change a firm name that looks like a domain", () => {
  expect(render({ org_name: "Harbour.com" }).subject).toBe(
    "Request from Harbour.com: Annual accounts",
  );
});

const AT = "2026-07-01T09:05:00.000+00:00";
const TEAM = "https://dossier.example/o/harbour-lane/settings/team";

function ownerEmail(kind: string, action: string, more: object = {}) {
  const data = { name: "Sam", by: "Olivia", action, at: AT, can_check: true, ...more };
  return render({ kind, contact_id: null, data });
}

it.each([
  ["owner_joined", "member.joined", "Sam accepted an invitation from Olivia."],
  ["owner_joined", "member.role_changed", "Olivia made Sam an owner of Harbour & Lane."],
  ["owner_joined", "member.restored", "Olivia restored access for Sam."],
  ["owner_left", "member.removed", "Sam is no longer an owner."],
  ["owner_left", "member.role_changed", "Sam gave up the owner role at Harbour & Lane."],
  ["owner_left", "member.suspended", "Sam gave up the owner role at Harbour & Lane."],
  ["owner_removed", "member.removed", "Olivia removed Sam from Harbour & Lane."],
  ["owner_removed", "member.suspended", "Olivia suspended Sam at Harbour & Lane."],
  ["owner_removed", "member.role_changed", "Olivia changed the role of Sam at Harbour & Lane."],
])(
  "an email of kind %s about the event %s states the person, the change and the time",
  (kind, action, sentence) => {
    const email = ownerEmail(kind, action);
    expect(email.subject).toMatch(/^Sam .*Harbour & Lane$/);
    expect(email.text.split("\n")).toContain(sentence);
    expect(email.text).toContain("Time: 1 July 2026 at 10:05 (Europe/London).");
    expect(email.text).toContain("If you did not expect this, check your team.");
    expect(email.text).toContain("\nCheck your team:\n");
    expect(email.text.match(/https?:\S+/g)).toEqual([TEAM]);
  },
);

it("an email to owners links to the list of firms if its reader cannot open the team page", () => {
  const { text } = ownerEmail("owner_removed", "member.removed", { can_check: false });
  expect(text).toContain("If you did not expect this, contact an owner of Harbour & Lane.");
  expect(text.match(/https?:\S+/g)).toEqual(["https://dossier.example/o"]);
});

it("an email to owners uses UTC if the firm's time zone is unknown", () => {
  const data = { name: "Sam", by: "Olivia", action: "member.removed", at: AT };
  const email = render({
    kind: "owner_removed",
    contact_id: null,
    time_zone: "Mars/Olympus+1",
    data,
  });
  expect(email.text).toContain("Time: 1 July 2026 at 09:05 (UTC).");
});

it("an email to owners never contains null as a name", () => {
  const { subject, text } = ownerEmail("owner_joined", "member.joined", { name: null, by: null });
  expect(subject).toBe("Someone who no longer has an account is now an owner of Harbour & Lane");
  expect(text).not.toContain("null");
});

it("an email to owners says that an owner’s account was deleted if no person removed the owner", () => {
  const { subject, text } = ownerEmail("owner_removed", "member.removed", { by: null });
  expect(subject).toBe("Sam is no longer an owner of Harbour & Lane");
  expect(text.split("\n")).toContain(
    "The people who run Dossier deleted the account of this owner.",
  );
});

it.each([
  ["Olivia", false, "If you did not expect this, first ask Olivia."],
  ["Nora Quist", false, "If you did not expect this, first ask Nora Quist."],
  [null, false, "If you did not expect this, first ask the other owners."],
  [
    "Nora Quist",
    true,
    "If this was not you, choose a new password now and sign out your other devices.",
  ],
])(
  "the notice to Nora Quist about a deleted firm says what to do (deleted by %s, from her account: %s)",
  (by, by_reader, sentence) => {
    const { text } = render({
      kind: "account_notice",
      org_name: null,
      contact_id: null,
      data: { notice: "firm_deleted", at: AT, firm: "Harbour & Lane", by, by_reader },
    });
    expect(text).toContain(sentence);
    expect(text).toContain(
      "For 30 days, the people who run Dossier can restore the firm. Tell them its name and the time above.",
    );
  },
);

it("the printed address of a button may break after each slash", () => {
  const { html } = ownerEmail("owner_joined", "member.joined");
  const [, printed] = /<a class="lk addr"[^>]*>(.*?)<\/a>/.exec(html) ?? [];
  expect(printed).toBe("dossier.example/<wbr>o/<wbr>harbour-lane/<wbr>settings/<wbr>team");
});

it("an email escapes text from firms and contacts", () => {
  const { html } = render({
    to_name: "<img src=x>",
    org_name: "<b>A</b>",
    request_title: '"><script>',
    request_message: "<script>alert(1)</script>",
  });
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

it("names and titles cannot add a header or another sender to an email", () => {
  const { from, subject } = render({
    org_name: 'Firm" <evil@example>\r\nBcc: all@example',
    request_title: "One\r\nBcc: all@example",
  });
  expect(from).toBe('"Firm evil example Bcc: all example via Dossier" <mail@dossier.example>');
  expect(subject).not.toMatch(/[\r\n]/);
});

it("an email's footer starts with the firm's name and postal address, or has neither if the firm has no postal address", () => {
  const { text, html } = render({
    org_name: "Harbour & Lane",
    postal_address: "4 Quay Street, Bristol",
  });
  expect(text).toContain(
    "--\nHarbour & Lane, 4 Quay Street, Bristol\nSent with Dossier to Nora Quist",
  );
  expect(html).toContain(
    "Harbour &amp; Lane, 4 Quay Street, Bristol<br>Sent with Dossier to Nora Quist",
  );
  expect(render().text).toContain("--\nSent with Dossier to Nora Quist");
});

it("an email leaves out a postal address that contains a link, unless the firm is trusted", () => {
  const postal_address = "Pay at evil.example/login";
  expect(render({ postal_address }).text).not.toContain("evil.example");
  expect(render({ postal_address, data: { is_trusted: true } }).text).toContain(postal_address);
});

it("an email omits missing names and dates", () => {
  const email = render({
    to_name: null,
    org_name: null,
    reply_email: null,
    request_message: null,
    due_on: null,
  });
  expect(email.text).toContain("Sent with Dossier to nora@client.example.");
  expect(email.replyTo).toBeUndefined();
  expect(email.text).not.toContain("null");
});

it("renderEmail returns undefined for an unknown kind of email", () => {
  expect(renderEmail(emailOf({ kind: "advert" }), OPTIONS)).toBeUndefined();
  expect(renderEmail(emailOf({ kind: "constructor" }), OPTIONS)).toBeUndefined();
});

it.each([...HOSTILE_NAMES, ...HOSTILE_FIRM_NAMES])(
  "an email of the firm %j has a single sender address, and a sender name that ends with “via Dossier”",
  (name) => {
    const email = render({ org_name: name, request_title: name, to_name: name });
    expect(email.from).toMatch(/^"[^"@<>\\\p{C}]+ via Dossier" <mail@dossier\.example>$/u);
    expect(email.from.match(/@/g)).toHaveLength(1);
    expect(email.subject).not.toMatch(/\p{C}/u);
    expect(`${email.text}${email.html}`).not.toMatch(/[\u200b\u202a-\u202e\u2060-\u2069\ufeff]/u);
  },
);

it("an email escapes markup and omits characters that change the text direction", () => {
  const { html, text } = render({
    request_message: "<b>bold</b> \u202egnp.exe\u202c",
    request_title: "<img src=x>\u2066",
    data: { is_trusted: true },
  });
  expect(html).toContain("&lt;b&gt;bold&lt;/b&gt; gnp.exe");
  expect(html).not.toContain("<img");
  expect(text).toContain("<b>bold</b> gnp.exe");
});

it.each(["request_sent", "reminder"])(
  "a %s email has an opt-out link and opt-out headers",
  (kind) => {
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
  },
);

it("an email is marked as auto-generated, and its X-Entity-Ref-ID is its mail_id", () => {
  expect(render({ kind: "request_completed" }).headers).toEqual({
    "Auto-Submitted": "auto-generated",
    "X-Entity-Ref-ID": emailOf().mail_id,
  });
});
