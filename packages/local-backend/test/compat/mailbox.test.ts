import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/mailbox/message.ts";
import { type AuthWorld, createAuthWorld } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({
    auth: {
      email: {
        template: {
          magic_link: {
            subject: "Hello {{ .Data.name }}",
            content: "<p>{{ .Data.name }}: <b>{{ .Token }}</b> for {{ .Email }}</p>",
          },
        },
      },
    },
  });
});
afterAll(() => world.stop());
beforeEach(async () => {
  await fetch(`${world.backend.urls.mailbox}/messages`, { method: "DELETE" });
});

const MAIL = {
  from: "Dossier <no-reply@example.test>",
  to: ["Client <client@example.test>"],
  subject: "Your documents",
  html: '<p>Code 123456, <a href="http://127.0.0.1:3000/r/x?a=1&amp;b=2">open</a></p>',
  reply_to: "firm@example.test",
};

function post(body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${world.backend.urls.mailbox}/emails`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${world.backend.keys.secret}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

/** The id a mail was given. */
async function idOf(response: Response): Promise<string> {
  return ((await response.json()) as { id: string }).id;
}

async function list(query = "") {
  const response = await fetch(`${world.backend.urls.mailbox}/messages${query}`);
  return ((await response.json()) as { messages: Message[] }).messages;
}

describe("mail API", () => {
  test("keeps a mail and finds code and link in it", async () => {
    const response = await post(MAIL);
    expect(response.status).toBe(200);
    const id = await idOf(response);
    const message = await (await fetch(`${world.backend.urls.mailbox}/messages/${id}`)).json();
    expect(message).toMatchObject({
      ...MAIL,
      reply_to: ["firm@example.test"],
      codes: ["123456"],
      links: ["http://127.0.0.1:3000/r/x?a=1&b=2"],
    });
  });

  test("the same idempotency key sends once", async () => {
    const headers = { "idempotency-key": "k1" };
    const answers = await Promise.all([post(MAIL, headers), post(MAIL, headers)]);
    const ids = await Promise.all(answers.map(idOf));
    expect(new Set(ids).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  test("refuses no key, a wrong key, and a mail without recipient or body", async () => {
    for (const authorization of ["", "Bearer nonsense", `Bearer ${world.backend.keys.anon}`]) {
      const refused = await post(MAIL, { authorization });
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ statusCode: 401, name: "missing_api_key" });
    }
    for (const broken of [
      { ...MAIL, to: [] },
      { ...MAIL, to: "nobody" },
      { ...MAIL, from: undefined },
      { ...MAIL, html: undefined },
    ]) {
      const refused = await post(broken);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ statusCode: 422, message: expect.any(String) });
    }
    expect(await list()).toEqual([]);
  });
});

describe("reading", () => {
  test("lists newest first, by recipient in any case, and since a time", async () => {
    await post(MAIL);
    await post({ ...MAIL, to: "other@example.test", subject: "Second" });
    expect((await list()).map(({ subject }) => subject)).toEqual(["Second", "Your documents"]);
    expect(await list("?to=CLIENT@example.test")).toHaveLength(1);
    const [newest] = await list();
    expect(await list(`?since=${newest?.received_at}`)).toEqual([]);
    const odd = await fetch(`${world.backend.urls.mailbox}/messages?since=yesterday`);
    expect(odd.status).toBe(400);
  });

  test("wait answers as soon as a mail comes", async () => {
    const waiting = list("?to=slow@example.test&wait=20");
    await post({ ...MAIL, to: "slow@example.test" });
    expect(await waiting).toHaveLength(1);
  });

  test("waitFor hands each mail out once, the newest first", async () => {
    const to = "client@example.test";
    await post({ ...MAIL, subject: "one" });
    await post({ ...MAIL, subject: "two" });
    const { waitFor } = world.backend.mailbox;
    expect((await waitFor({ to })).subject).toBe("two");
    const next = waitFor({ to });
    await post({ ...MAIL, subject: "three" });
    expect((await next).subject).toBe("three");
    await expect(waitFor({ to, timeoutMs: 20 })).rejects.toThrow("No mail arrived");
  });

  test("delete removes one", async () => {
    const id = await idOf(await post(MAIL));
    const url = `${world.backend.urls.mailbox}/messages/${id}`;
    expect((await fetch(url, { method: "DELETE" })).status).toBe(204);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(url, { method: "DELETE" })).status).toBe(404);
  });

  test("keeps the newest 500", async () => {
    for (let index = 0; index < 501; index++) await post({ ...MAIL, subject: String(index) });
    const messages = await list();
    expect(messages).toHaveLength(500);
    expect(messages[0]?.subject).toBe("500");
    expect(messages.at(-1)?.subject).toBe("1");
  });
});

describe("page", () => {
  test("shows code and link, and what a mail says stays text", async () => {
    await post({
      ...MAIL,
      subject: "<script>alert(1)</script>",
      html: `${MAIL.html}<script>alert(2)</script>`,
    });
    const response = await fetch(world.backend.urls.mailbox);
    const page = await response.text();
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(page).toContain('data-copy="123456"');
    expect(page).toContain('href="http://127.0.0.1:3000/r/x?a=1&amp;b=2"');
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toContain("alert(2)");
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe-inline");
    const source = /src="(\/mailbox\/messages\/[^"]+\/html)"/.exec(page)?.[1] ?? "";
    const frame = await fetch(`${world.backend.urls.api}${source}`);
    expect(frame.headers.get("content-security-policy")).toContain("sandbox");
    expect(frame.headers.get("content-security-policy")).not.toContain("allow-scripts");
  });

  test("filters by address", async () => {
    await post(MAIL);
    const page = await (await fetch(`${world.backend.urls.mailbox}?to=x@example.test`)).text();
    expect(page).not.toContain("Your documents");
    expect(page).toContain('value="x@example.test"');
  });

  test("other origins are refused and get no CORS header", async () => {
    for (const origin of ["https://evil.example", "http://127.0.0.1:3000", "null"]) {
      const response = await fetch(`${world.backend.urls.mailbox}/messages`, {
        headers: { origin },
      });
      expect(response.status).toBe(403);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

describe("mails of Auth", () => {
  test("the default mail shows the code in text and HTML, with a link", async () => {
    const email = "default@example.test";
    await world.guest().auth.signInWithOtp({ email });
    const { subject, html, text, codes, links } = await world.backend.mailbox.waitFor({
      to: email,
    });
    expect(subject).toBe("Confirm your email address");
    expect(codes).toHaveLength(1);
    expect(html).toContain(codes[0]);
    expect(text).toContain(codes[0]);
    expect(links[0]).toContain(`${world.backend.urls.api}/auth/v1/verify?token=`);
  });

  test("a configured template is filled, values escaped", async () => {
    const email = "templated@example.test";
    await world.admin.auth.admin.createUser({
      email,
      email_confirm: true,
      user_metadata: { name: "<b>Ada</b>" },
    });
    await world.guest().auth.signInWithOtp({ email });
    const { subject, html, codes } = await world.backend.mailbox.waitFor({ to: email });
    expect(subject).toBe("Hello <b>Ada</b>");
    expect(html).toBe(
      `<p>&lt;b&gt;Ada&lt;/b&gt;: <b>${codes[0]}</b> for templated@example.test</p>`,
    );
  });

  test("a template with an unknown placeholder fails at start, named", async () => {
    const start = createAuthWorld({
      auth: { email: { template: { recovery: { content: "{{ if .X }}" } } } },
    });
    await expect(start).rejects.toThrow(/auth\.email\.template\.recovery.*\{\{ if \.X \}\}/);
  });

  test("the anonymous key reads nothing through REST", async () => {
    const client = createClient(world.backend.urls.api, world.backend.keys.publishable);
    const { error } = await client.schema("auth").from("users").select();
    expect(error).not.toBeNull();
  });
});
