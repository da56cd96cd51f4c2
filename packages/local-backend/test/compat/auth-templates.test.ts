import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Message } from "../../src/mailbox/message.ts";
import { type AuthWorld, createAuthWorld, PASSWORD } from "./auth-people.ts";

const SITE = "http://127.0.0.1:3000";
const NAME = `<b title='x'>"Ada" & {{ .Token }}</b>`;
const ESCAPED_NAME = "&lt;b title=&#39;x&#39;&gt;&#34;Ada&#34; &amp; {{ .Token }}&lt;/b&gt;";

const CONTENT = [
  '<a href="{{ .ConfirmationURL }}">{{.Token}}</a>',
  "{{ .Token }}",
  "{{ .TokenHash }}",
  "{{ .SiteURL }}",
  "{{ .RedirectTo }}",
  "{{ .Email }}",
  "{{ .NewEmail }}",
  "{{ .Data.name }}",
  "{{ .Data.unknown }}",
].join("|");

const KINDS = [
  "invite",
  "confirmation",
  "recovery",
  "magic_link",
  "email_change",
  "reauthentication",
] as const;
type Kind = (typeof KINDS)[number];

const folder = mkdtempSync(join(tmpdir(), "templates-"));
let configured: AuthWorld;
let plain: AuthWorld;

beforeAll(async () => {
  const path = join(folder, "invite.html");
  writeFileSync(path, `file|${CONTENT}`);
  const template = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      {
        subject: `${kind}: {{ .Data.name }}`,
        ...(kind === "invite" ? { content_path: path } : { content: CONTENT }),
      },
    ]),
  );
  [configured, plain] = await Promise.all([
    createAuthWorld({ auth: { email: { template } } }),
    createAuthWorld(),
  ]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([configured.stop(), plain.stop()]);
});

const CAUSES: Readonly<Record<Kind, (world: AuthWorld, email: string) => Promise<unknown>>> = {
  invite: ({ admin }, email) =>
    admin.auth.admin.inviteUserByEmail(email, {
      data: { name: NAME },
      redirectTo: `${SITE}/welcome`,
    }),
  confirmation: ({ guest }, email) =>
    guest().auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { name: NAME }, emailRedirectTo: `${SITE}/welcome` },
    }),
  async recovery(world, email) {
    await createNamed(world, email);
    await world.guest().auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/welcome` });
  },
  async magic_link(world, email) {
    await createNamed(world, email);
    await world
      .guest()
      .auth.signInWithOtp({ email, options: { emailRedirectTo: `${SITE}/welcome` } });
  },
  async email_change(world, email) {
    const client = await enterNamed(world, email);
    await client.auth.updateUser({ email: `new-${email}` }, { emailRedirectTo: `${SITE}/welcome` });
  },
  async reauthentication(world, email) {
    const client = await enterNamed(world, email);
    await client.auth.reauthenticate();
  },
};

function createNamed(world: AuthWorld, email: string) {
  const user_metadata = { name: NAME };
  return world.admin.auth.admin.createUser({ email, email_confirm: true, user_metadata });
}

async function enterNamed(world: AuthWorld, email: string) {
  const entered = await world.enter(email.split("@", 1)[0] ?? "");
  await entered.client.auth.updateUser({ data: { name: NAME } });
  return entered.client;
}

async function causeEmail(world: AuthWorld, kind: Kind): Promise<Message> {
  const email = `${kind.replace("_", "-")}@example.test`;
  await CAUSES[kind](world, email);
  return world.backend.mailbox.waitFor({ to: email });
}

describe("Auth with configured email templates", () => {
  test.each(KINDS)(
    "fills every placeholder of a configured %s template and escapes markup",
    async (kind) => {
      const { subject, html, text, codes, links } = await causeEmail(configured, kind);
      expect(subject).toBe(`${kind}: ${ESCAPED_NAME}`);
      expect(text).toBeNull();
      const parts = (html ?? "").split("|");
      // Only the template of the invitation is read from a file, which starts with the text `file`.
      if (kind === "invite") expect(parts.shift()).toBe("file");
      const [link = "", code, hash, ...rest] = parts;
      const address = `${kind.replace("_", "-")}@example.test`;
      const hasLink = kind !== "reauthentication";
      expect(code).toBe(codes[0]);
      expect(code).toMatch(/^\d{6}$/);
      expect(hash).toMatch(hasLink ? /^[0-9a-f]{56}$/ : /^$/);
      expect(rest).toEqual([
        SITE,
        hasLink ? `${SITE}/welcome` : "",
        address,
        kind === "email_change" ? `new-${address}` : "",
        ESCAPED_NAME,
        "",
      ]);
      if (!hasLink) return expect(link).toBe(`<a href="">${code}</a>`);
      expect(link).toContain("&amp;type=");
      const url = new URL(links[0] ?? "");
      expect(url.pathname).toBe("/auth/v1/verify");
      expect(url.searchParams.get("token")).toBe(hash);
      expect(url.searchParams.get("redirect_to")).toBe(`${SITE}/welcome`);
    },
  );
});

describe("Auth with the default email templates", () => {
  test.each(KINDS)(
    "sends the default %s email with a subject, a code and, except for reauthentication, a link",
    async (kind) => {
      const { subject, html, text, codes, links } = await causeEmail(plain, kind);
      expect(subject).toMatch(/^[A-Z][\w -]+$/);
      expect(codes).toHaveLength(1);
      expect(html).toContain(`>${codes[0]}</p>`);
      expect(text).toContain(`\n${codes[0]}\n`);
      expect(links).toHaveLength(kind === "reauthentication" ? 0 : 1);
      expect(text?.includes("http")).toBe(kind !== "reauthentication");
    },
  );
});

test.each([
  [
    "an unknown placeholder in a subject",
    { invite: { subject: "{{ .Nonsense }}" } },
    /template\.invite: the placeholder \{\{ \.Nonsense \}\}/,
  ],
  [
    "a placeholder for the whole metadata",
    { recovery: { content: "{{ .Data }}" } },
    /template\.recovery: the placeholder \{\{ \.Data \}\}/,
  ],
  [
    "a missing file",
    { confirmation: { content_path: "./supabase/templates/none.html" } },
    /template\.confirmation\.content_path: cannot read/,
  ],
  ["an unknown kind", { magiclink: { subject: "x" } }, /template\.magiclink is not supported/],
])("does not start if an email template has %s", async (_name, template, message) => {
  const start = createAuthWorld({ auth: { email: { template } } });
  await expect(start).rejects.toMatchObject({
    code: "bad_config",
    message: expect.stringMatching(message),
  });
});
