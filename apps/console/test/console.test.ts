import { createSessionServer } from "@dossier/backend-client/server";
import { TOTP } from "otpauth";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openScene, type Scene } from "./scene.js";

const OLIVIA = "olivia@harbour.example";
const MIA = "mia@harbour.example";
const FIRM = "/firms/harbour-lane";

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
}, 120_000);
afterEach(() => {
  scene.aheadMs = 0;
  scene.local.faults.clear();
});
afterAll(() => scene?.close());

describe("sign-in", () => {
  it("sends a visitor to the sign-in page and back to the requested page", async () => {
    const tab = scene.newTab();
    const page = await tab.open(`${FIRM}?show=overdue`);
    expect(page.path).toBe(`/sign-in?next=${encodeURIComponent(`${FIRM}?show=overdue`)}`);
    expect(page.html).toContain(`name="next" value="${FIRM}?show=overdue"`);
    const after = await tab.submit("/sign-in", {
      email: OLIVIA,
      password: "dossier-demo",
      next: `${FIRM}?show=overdue`,
    });
    expect(after.path).toBe(`${FIRM}?show=overdue`);
    expect(after.text).toContain("Overdue requests");
  });

  it("does not redirect to another site after a sign-in", async () => {
    const tab = scene.newTab();
    const page = await tab.submit("/sign-in", {
      email: OLIVIA,
      password: "dossier-demo",
      next: "//evil.example/",
    });
    expect(page.path).toBe("/");
  });

  it("shows an error for a wrong password, and keeps only the email address in the form", async () => {
    const tab = scene.newTab();
    const page = await tab.submit("/sign-in", { email: OLIVIA, password: "not this one" });
    expect(page.status).toBe(422);
    expect(page.text).toContain("Incorrect email or password.");
    expect(page.html).toContain(`value="${OLIVIA}"`);
    expect(page.html).not.toContain("not this one");
    expect(tab.cookieNames.filter((name) => name.startsWith("sb-session"))).toEqual([]);
  });

  it("signs a user in with an emailed code", async () => {
    const tab = scene.newTab();
    const since = Date.now();
    const asked = await tab.submit("/sign-in/code", { email: MIA, next: FIRM });
    expect(asked.text).toContain("Enter your code");
    const message = await scene.local.mailbox.waitFor({ to: MIA, since });
    const [code = ""] = message.codes;
    const wrong = await tab.submit("/sign-in/verify", { email: MIA, code: "00000000", next: FIRM });
    expect([wrong.status, wrong.html.includes(`name="email" value="${MIA}"`)]).toEqual([422, true]);
    const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
    const page = await tab.submit("/sign-in/verify", { email: MIA, code: spaced, next: FIRM });
    expect([page.status, page.path]).toEqual([200, FIRM]);
  });

  it("shows the same page for a known and an unknown address after a code is requested", async () => {
    const known = await scene.newTab().submit("/sign-in/code", { email: "adam@harbour.example" });
    const unknown = await scene.newTab().submit("/sign-in/code", { email: "who@harbour.example" });
    expect(unknown.status).toBe(known.status);
    expect(unknown.html.replaceAll("who@", "adam@")).toBe(known.html);
  });

  it("shows the same page for a known and an unknown address after a code is requested twice", async () => {
    const askTwice = async (email: string) => {
      const tab = scene.newTab();
      await tab.submit("/sign-in/code", { email });
      const page = await tab.submit("/sign-in/code", { email });
      return [page.status, page.path, page.html.replaceAll(email, "EMAIL")];
    };
    expect(await askTwice("nobody@harbour.example")).toEqual(await askTwice(OLIVIA));
  });

  it("refuses sign-in and sign-out forms that another site submits", async () => {
    const tab = await scene.signIn(OLIVIA);
    const foreign = "https://evil.example";
    const form = { email: OLIVIA, password: "dossier-demo" };
    const page = await tab.submit("/sign-in", form, foreign);
    expect([page.status, page.text.includes("This form was not accepted")]).toEqual([403, true]);
    expect((await tab.submit("/auth/sign-out", {}, foreign)).status).toBe(403);
    expect((await tab.open("/")).status).toBe(200);
  });

  it("signs the user out and opens the sign-in page when the sign-out form is submitted", async () => {
    const tab = await scene.signIn(OLIVIA);
    const stolen = tab.cookieHeader;
    const page = await tab.submit("/auth/sign-out", { next: "/sign-in" });
    expect(page.path).toBe("/sign-in");
    expect((await tab.open(FIRM)).path).toContain("/sign-in?next=");
    expect(stolen).not.toBe(tab.cookieHeader);
  });
});

describe("pages for staff", () => {
  it("shows how many requests of a firm are open and how many are overdue", async () => {
    const tab = await scene.signIn(OLIVIA);
    const page = await tab.open("/");
    expect(page.text).toContain("Harbour & Lane Owner");
    expect(page.text).toMatch(/\b7 open requests/);
    const overdue = Number(/(\d+) overdue/.exec(page.text)?.[1]);
    expect(overdue).toBeGreaterThan(0);
    const list = await tab.open(`${FIRM}?show=overdue`);
    expect(list.html.match(/<th scope="row">/g)).toHaveLength(overdue);
    expect(list.html.match(/class="late"/g)).toHaveLength(overdue);
  });

  it("lists open requests with due dates and counts of items, the earliest due date first", async () => {
    const page = await (await scene.signIn(MIA)).open(FIRM);
    expect(page.html.match(/<th scope="row">/g)).toHaveLength(7);
    expect(page.text).toMatch(/of \d+ waiting for the client, \d+ to review/);
    const dates = [...page.html.matchAll(/datetime="([\d-]+)"/g)].map(([, date]) => date);
    expect(dates).toEqual([...dates].sort());
  });

  it("lists a reminder that the email service refused, with its request and contact", async () => {
    const mia = await scene.signIn(MIA);
    expect((await mia.open(`${FIRM}/mail`)).text).toContain("No email failed");
    // The status 422 is a permanent failure, as for an invalid address.
    scene.local.faults.add({ path: "/mailbox/emails", method: "POST", status: 422, times: 50 });
    const sessions = createSessionServer(scene.backend, {
      clientLimit: false,
      serviceLimit: false,
    });
    const scope = sessions.open(
      new Request("http://localhost:3100/", { headers: { cookie: mia.cookieHeader } }),
    );
    const { data: requests } = await scope.db
      .from("requests")
      .select("id, title, request_contacts(contact:contacts(name, status))")
      .eq("status", "open")
      .order("due_on")
      .limit(1);
    const [request] = requests ?? [];
    const reminded = await scope.db.rpc("remind_contacts", { request_id: request?.id ?? "" });
    expect(reminded.error).toBeNull();
    const delivered = await scope.functions.invoke("deliver-email", {});
    expect(delivered.error).toBeNull();
    await expect
      .poll(async () => (await mia.open(`${FIRM}/mail`)).text, { timeout: 20_000 })
      .toContain("Reminder");
    const page = await mia.open(`${FIRM}/mail`);
    expect(page.text).toContain(request?.title);
    const [asked] = request?.request_contacts ?? [];
    expect(page.text).toContain(asked?.contact?.name);
    expect((await mia.open("/")).text).toMatch(/\b[1-9]\d* emails? failed/);
  });

  it("hides a firm from users who are not staff of the firm", async () => {
    const email = "ruth@bramblefinch.example";
    const tab = scene.newTab();
    const since = Date.now();
    await tab.submit("/sign-in/code", { email });
    const message = await scene.local.mailbox.waitFor({ to: email, since });
    const [code = ""] = message.codes;
    const home = await tab.submit("/sign-in/verify", { email, code });
    expect(home.text).toContain("You do not belong to a firm yet");
    expect((await tab.open(FIRM)).status).toBe(404);
    expect((await tab.open(`${FIRM}/mail`)).status).toBe(404);
  });

  it("warns if the sweep is late, and shows when it last completed", async () => {
    const mia = await scene.signIn(MIA);
    const db = new pg.Client({ connectionString: scene.local.urls.db });
    await db.connect();
    try {
      await db.query("select cron.unschedule('sweep')");
      const openLater = async () => {
        // A sweep that is still running may overwrite `completed_at`, so set it before each check.
        await db.query(
          `insert into private.last_sweep (completed_at) values (now() - interval '370 seconds')
           on conflict (is_singleton) do update set completed_at = excluded.completed_at`,
        );
        return (await mia.open("/")).text;
      };
      await expect
        .poll(openLater)
        .toContain(
          "Emails and reminders may be late. Dossier last checked which emails to send 6 minutes ago.",
        );
      await db.query("update private.last_sweep set completed_at = now()");
      expect((await mia.open("/")).text).toContain(
        "Dossier last checked which emails and reminders to send less than a minute ago.",
      );
    } finally {
      await db.end();
    }
  });

  it("responds with 404 to unknown firms and unknown paths", async () => {
    const page = await (await scene.signIn(OLIVIA)).open("/firms/not-there");
    expect([page.status, page.text.includes("Page not found")]).toEqual([404, true]);
    expect((await scene.newTab().open("/nothing")).status).toBe(404);
  });
});

describe("session", () => {
  it("refreshes an expiring session when the user opens a page", async () => {
    const tab = await scene.signIn(OLIVIA);
    const before = tab.cookieHeader;
    scene.aheadMs = 3_520_000;
    const page = await tab.open(FIRM);
    expect(page.status).toBe(200);
    expect(tab.cookieHeader).not.toBe(before);
  });

  it("keeps the user signed in during an outage of the auth service", async () => {
    const tab = await scene.signIn(OLIVIA);
    const before = tab.cookieHeader;
    scene.aheadMs = 2 * 3_600_000;
    const disarm = scene.local.faults.add({ path: "/auth/v1/token", status: 503, times: 50 });
    const page = await tab.open(FIRM);
    expect(page.status).toBe(503);
    expect(page.text).toContain("If you were signed in, you still are");
    expect(page.html).toContain(`href="${FIRM}"`);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(tab.cookieHeader).toBe(before);
    disarm();
    scene.aheadMs = 0;
    expect((await tab.open(FIRM)).status).toBe(200);
  });

  it("redirects to the sign-in page if the user signed out everywhere in another browser", async () => {
    const tab = await scene.signIn(MIA);
    const elsewhere = await scene.signIn(MIA);
    await elsewhere.submit("/auth/sign-out", { scope: "global", next: "/sign-in" });
    const page = await tab.open("/second-factor");
    expect(page.path).toBe("/sign-in?next=%2Fsecond-factor");
    expect(tab.cookieNames.filter((name) => name.startsWith("sb-session"))).toEqual([]);
  });

  it("keeps the user signed in during an outage of the database", async () => {
    const tab = await scene.signIn(OLIVIA);
    scene.local.faults.add({ path: "/rest/v1/", status: 500, times: 50 });
    expect((await tab.open("/")).status).toBe(503);
    scene.local.faults.clear();
    expect((await tab.open("/")).status).toBe(200);
  });

  it("sends a home page that contains no scripts and that caches must not store", async () => {
    const tab = await scene.signIn(OLIVIA);
    const page = await tab.open("/");
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.html).not.toContain("<script");
  });

  it("asks for a second factor if the firm requires one", async () => {
    const adam = "adam@harbour.example";
    const other = createSessionServer(scene.backend, {
      clientLimit: false,
      serviceLimit: false,
    }).open(
      new Request("http://localhost:3100/", {
        headers: { cookie: (await scene.signIn(adam)).cookieHeader },
      }),
    );
    const { data: factor } = await other.auth.mfa.enroll({ factorType: "totp" });
    if (factor?.type !== "totp") throw new Error("no TOTP factor was made");
    const totp = new TOTP({ secret: factor.totp.secret });
    const verified = await other.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: totp.generate(),
    });
    expect(verified.error).toBeNull();
    const tab = await scene.signIn(adam);
    const db = new pg.Client({ connectionString: scene.local.urls.db });
    await db.connect();
    try {
      await db.query("update public.orgs set require_mfa = true where slug = 'harbour-lane'");
      expect((await tab.open("/")).text).toContain("requires two-step verification");
      const page = await tab.open(FIRM);
      expect(page.path).toBe(`/second-factor?next=${FIRM}`);
      const wrong = await tab.submit("/second-factor", { code: "000000", next: FIRM });
      expect(wrong.status).toBe(422);
      const right = await tab.submit("/second-factor", {
        code: totp.generate({ timestamp: Date.now() + 30_000 }),
        next: FIRM,
      });
      expect([right.status, right.path]).toEqual([200, FIRM]);
      expect(right.html.match(/<th scope="row">/g)).toHaveLength(7);
    } finally {
      await db.query("update public.orgs set require_mfa = false where slug = 'harbour-lane'");
      await db.end();
    }
  });
});
