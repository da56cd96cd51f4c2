import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/mailbox/message.ts";
import { type AuthWorld, createAuthWorld } from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld();
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

async function idOf(response: Response): Promise<string> {
  return ((await response.json()) as { id: string }).id;
}

async function list(query = "") {
  const response = await fetch(`${world.backend.urls.mailbox}/messages${query}`);
  return ((await response.json()) as { messages: Message[] }).messages;
}

describe("the mailbox API", () => {
  test("lists emails newest first, and filters them by recipient and by time", async () => {
    await post(MAIL);
    await post({ ...MAIL, to: "other@example.test", subject: "Second" });
    expect((await list()).map(({ subject }) => subject)).toEqual(["Second", "Your documents"]);
    expect(await list("?to=CLIENT@example.test")).toHaveLength(1);
    const [newest] = await list();
    expect(await list(`?since=${newest?.received_at}`)).toEqual([]);
    const odd = await fetch(`${world.backend.urls.mailbox}/messages?since=yesterday`);
    expect(odd.status).toBe(400);
  });

  test("keeps a list request with `wait` open until an email arrives", async () => {
    const waiting = list("?to=slow@example.test&wait=20");
    await post({ ...MAIL, to: "slow@example.test" });
    expect(await waiting).toHaveLength(1);
  });

  test("returns the newest email to a program that calls waitFor, and lets the next call wait for a later email", async () => {
    const to = "client@example.test";
    await post({ ...MAIL, subject: "one" });
    await post({ ...MAIL, subject: "two" });
    const { waitFor } = world.backend.mailbox;
    expect((await waitFor({ to })).subject).toBe("two");
    const next = waitFor({ to });
    await post({ ...MAIL, subject: "three" });
    expect((await next).subject).toBe("three");
    await expect(waitFor({ to, timeoutMs: 20 })).rejects.toThrow("No email arrived");
  });

  test("returns an empty list if no email arrives before the timeout", async () => {
    expect(await list("?to=nobody@example.test&wait=0.05")).toEqual([]);
  });

  test("returns a JSON error for an unknown path", async () => {
    const response = await fetch(`${world.backend.urls.mailbox}/nothing`);
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ statusCode: 404, name: "not_found" }),
    ]);
  });

  test("deletes all emails of the mailbox", async () => {
    await post(MAIL);
    const all = `${world.backend.urls.mailbox}/messages`;
    expect((await fetch(all, { method: "DELETE" })).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  test("deletes one email of the mailbox", async () => {
    const id = await idOf(await post(MAIL));
    const url = `${world.backend.urls.mailbox}/messages/${id}`;
    expect((await fetch(url, { method: "DELETE" })).status).toBe(204);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(url, { method: "DELETE" })).status).toBe(404);
  });

  test("keeps only the newest 500 emails", async () => {
    for (let index = 0; index < 501; index++) await post({ ...MAIL, subject: String(index) });
    const messages = await list();
    expect(messages).toHaveLength(500);
    expect(messages[0]?.subject).toBe("500");
    expect(messages.at(-1)?.subject).toBe("1");
  });
});

describe("the mailbox page", () => {
  test("shows the code and the link of an email, and escapes markup in its subject", async () => {
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

  test("filters emails by recipient", async () => {
    await post(MAIL);
    const page = await (await fetch(`${world.backend.urls.mailbox}?to=x@example.test`)).text();
    expect(page).not.toContain("Your documents");
    expect(page).toContain('value="x@example.test"');
  });

  test("shows attachments by name and size", async () => {
    const content = Buffer.from("x".repeat(2048)).toString("base64");
    await post({ ...MAIL, attachments: [{ filename: "a<b>.pdf", content }] });
    const page = await (await fetch(world.backend.urls.mailbox)).text();
    expect(page).toContain("a&lt;b&gt;.pdf");
    expect(page).toContain("2 KB");
  });

  test("the mailbox page lists emails newest first, or says that there are no emails yet", async () => {
    const empty = await (await fetch(world.backend.urls.mailbox)).text();
    expect(empty).toContain("No emails yet");
    for (const subject of ["First", "Second"]) await post({ ...MAIL, subject });
    const page = await (await fetch(world.backend.urls.mailbox)).text();
    expect(page.indexOf("Second")).toBeLessThan(page.indexOf("First"));
  });

  test("refuses requests of other origins to the mailbox page and the mailbox API, and sends no CORS headers", async () => {
    await post(MAIL);
    const { mailbox } = world.backend.urls;
    const asked = [
      ["GET", "/messages"],
      ["GET", ""],
      ["POST", "/emails"],
      ["DELETE", "/messages"],
      ["OPTIONS", "/messages"],
    ] as const;
    for (const origin of ["https://evil.example", "http://127.0.0.1:3000", "null"]) {
      for (const [method, path] of asked) {
        const response = await fetch(`${mailbox}${path}`, {
          method,
          headers: {
            origin,
            authorization: `Bearer ${world.backend.keys.secret}`,
            "access-control-request-method": "DELETE",
          },
        });
        expect([method, path, response.status]).toEqual([method, path, 403]);
        const names = [...response.headers.keys()];
        expect(names.filter((name) => name.startsWith("access-control"))).toEqual([]);
      }
    }
    expect(await list()).toHaveLength(1);
  });

  test("lets the mailbox page call the mailbox API", async () => {
    const { api, mailbox } = world.backend.urls;
    const response = await fetch(`${mailbox}/messages`, { headers: { origin: api } });
    expect(response.status).toBe(200);
  });
});
