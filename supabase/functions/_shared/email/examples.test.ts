import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import { CONTACT_EXAMPLES } from "../../../tests/support/email/contact-examples.ts";
import {
  renderExampleHtml,
  renderExamples,
  withText,
} from "../../../tests/support/email/examples.ts";
import { MAX_ROWS } from "./kinds.ts";
import { readNeeds } from "./needs.ts";

const schema = readFileSync(new URL("../../../schemas/60_outbox.sql", import.meta.url), "utf8");
const examples = renderExamples();

test("every kind of email in the outbox has an example", () => {
  const [list = ""] = /kind in \(([^)]*)\)/.exec(schema) ?? [];
  const kinds = list.match(/(?<=')\w+(?=')/g) ?? [];
  expect(kinds.length).toBeGreaterThan(10);
  const names = examples.map(({ name }) => name);
  expect(
    kinds.filter((kind) => !names.some((name) => name.startsWith(kind.replace("account_", "")))),
  ).toEqual([]);
});

for (const { name, email } of examples) {
  it(`the email ${name} has a text part, and HTML for phones, dark mode and Outlook`, () => {
    const { text, html, headers, from } = email;
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toMatch(/undefined|null|\[object|<\w/);
    expect(text).not.toMatch(/ $/m);
    expect(html).not.toMatch(/undefined|null|\[object/);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('<meta name="supported-color-schemes" content="light dark">');
    expect(html).toContain('<meta name="format-detection" content="telephone=no,');
    expect(html).toContain("@media (prefers-color-scheme:dark)");
    expect(html).toContain("max-width:560px");
    expect(html.match(/<img [^>]*>/g) ?? []).toHaveLength(html.includes('class="mark"') ? 0 : 1);
    expect(html.match(/<img [^>]*>/)?.[0] ?? ' alt=""').toContain(' alt=""');
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    for (const [button] of html.matchAll(/<table [^>]*class="btn">.*?<\/table>/g)) {
      expect(button).toMatch(/<td align="center" bgcolor="#[0-9a-f]{6}"/);
      expect(button).toMatch(/line-height:48px;.*mso-padding-alt:14px 24px/);
    }
    expect(from).toMatch(/^"(Harbour & Lane via )?Dossier" <mail@dossier\.example>$/);
    expect(headers).toMatchObject({
      "Auto-Submitted": "auto-generated",
      "X-Entity-Ref-ID": email.emailId,
    });
  });
}

test("only reminders and the first emails of requests have unsubscribe headers", () => {
  const names = examples
    .filter(({ email }) => email.headers["List-Unsubscribe"])
    .map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names).toEqual(
    examples.map(({ name }) => name).filter((name) => /^(request_sent|reminder)/.test(name)),
  );
});

test("every code email shows the code at 32 pixels, and no subject contains the code", () => {
  const codes = examples.filter(({ name }) => name.startsWith("code_"));
  expect(codes.length).toBeGreaterThan(3);
  for (const { email } of codes) {
    expect(email.subject).not.toMatch(/\d{2}/);
    expect(email.html).toMatch(/font-size:32px[^>]*>48215903</);
    expect(email.text).toContain("\n\n48215903\n\n");
    expect(email.text).toContain("valid for 10 minutes");
    expect(email.text).toContain(" never asks for this code by phone. Do not give it to anyone.");
  }
});

test("both emails of an email change have an example, one to each address", () => {
  const sent = examples.flatMap(({ email }) => {
    const [step] = /^Code \d of 2/.exec(email.subject) ?? [];
    return step ? [[step, email.to]] : [];
  });
  expect(sent).toEqual([
    ["Code 1 of 2", "ada@okafordental.example"],
    ["Code 2 of 2", "ada@okafor.example"],
  ]);
});

test("every ready answer in an example email belongs to an item that is still needed", () => {
  for (const [name, { data }] of Object.entries(CONTACT_EXAMPLES)) {
    const { asked, ready, required, optional } = readNeeds(data);
    const rows = asked.filter(({ is_ready }) => is_ready).map(({ title }) => title);
    expect(asked.length, name).toBe(Math.min(required + optional, MAX_ROWS));
    if (required + optional <= MAX_ROWS) expect(rows, name).toEqual(ready);
  }
});

test("every template of Auth has an example without placeholders", () => {
  const templates = readdirSync(new URL("../../../templates/", import.meta.url));
  const shown = renderExampleHtml().filter(({ name }) => name.startsWith("auth_"));
  expect(shown.map(({ name }) => `${name.replace("auth_", "")}.html`).sort()).toEqual(
    templates.sort(),
  );
  for (const { name, html } of shown) expect(html, name).not.toContain("{{ .");
});

test("a security notice shows a Dossier logo whose file exists in the web app", () => {
  const notice = examples.find(({ name }) => name === "notice_password_changed");
  const [, path] = /src="https:\/\/dossier\.example\/([^"]+)"/.exec(notice?.email.html ?? "") ?? [];
  const files = new URL("../../../../apps/web/public/", import.meta.url);
  expect(path && existsSync(new URL(path, files))).toBe(true);
});

const HOSTILE = `<b>x</b>"'&\u202egpj.exe\u2066 <a href="https://evil.example">`;

test("hostile text adds no markup, text direction character, sender or line break to any email", () => {
  for (const { name, email } of withText(HOSTILE)) {
    expect(`${email.text}${email.html}${email.subject}`, name).not.toMatch(/[\u202a-\u202e\u2066]/);
    expect(email.html, name).not.toMatch(/<b>|<a href="https:\/\/evil/);
    expect(email.from.match(/@/g), name).toHaveLength(1);
    expect(email.subject, name).not.toMatch(/[\r\n]/);
  }
});

test.each(["Quist Ltd.", "Is it yours?"])(
  "no sentence of an email has a second period after “%s”",
  (text) => {
    for (const { name, email } of withText(text)) {
      const doubled = `${email.text}\n${email.html}`.match(/.{0,40}[.?]\./g);
      expect(doubled, name).toBeNull();
    }
  },
);

test.each(["&", "<", '"', "漢", "\n"])(
  "every email stays below 30 kB, even if its longest texts consist of %j",
  (letter) => {
    const large = withText(letter.repeat(2_000)).filter(
      ({ email }) => Buffer.byteLength(email.html) > 30_000,
    );
    expect(large.map(({ name, email }) => [name, Buffer.byteLength(email.html)])).toEqual([]);
  },
);

it("the email about a deleted account has no links, because the reader has no account", () => {
  const linked = (notice: string) =>
    examples.find(({ name }) => name === `notice_${notice}`)?.email.html.includes("<a ");
  expect(linked("account_deleted")).toBe(false);
  expect(linked("password_changed")).toBe(true);
});

test("every email that advises a new password says where to choose it", () => {
  const advised = [
    ...examples.map(({ name, email }) => ({ name, text: email.text })),
    ...renderExampleHtml().map(({ name, html }) => ({ name, text: html })),
  ].filter(({ text }) => /, choose a new password/.test(text));
  expect(advised.length).toBeGreaterThan(5);
  for (const { name, text } of advised) {
    expect(text, name).toContain("in Dossier under Your account, Security.");
  }
});

test("the text of every security notice contains its subject exactly once", () => {
  const notices = examples.filter(({ name }) => name.startsWith("notice_"));
  expect(notices.length).toBeGreaterThan(5);
  for (const { name, email } of notices) {
    expect(email.text.split(email.subject), name).toHaveLength(2);
  }
});
