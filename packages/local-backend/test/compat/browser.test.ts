import type * as Supabase from "@supabase/supabase-js";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthWorld, createAuthWorld, PASSWORD } from "./auth-people.ts";
import { type BrowserScene, createBrowserScene } from "./browser-scene.ts";

declare global {
  var supabase: typeof Supabase;
}

let world: AuthWorld;
let scene: BrowserScene;

beforeAll(async () => {
  [world, scene] = await Promise.all([
    createAuthWorld({ auth: { rate_limit: { token_verifications: 30 } } }),
    createBrowserScene(),
  ]);
});
afterAll(() => Promise.all([world.stop(), scene.stop()]));

async function open(address: string): Promise<Page> {
  const page = await scene.browser.newPage();
  await page.goto(address);
  return page;
}

const access = () => ({
  api: world.backend.urls.api,
  key: world.backend.keys.publishable,
  mailbox: world.backend.urls.mailbox,
});

describe("a page served from this machine", () => {
  test("lets a page from this machine sign in, read and count rows, read the response to an upload, and subscribe", async () => {
    const { email } = await world.signIn("in-browser");
    const page = await open(scene.localPage);
    const seen = await page.evaluate(
      async ({ api, key, email, password }) => {
        const client = supabase.createClient(api, key);
        const weak = await client.auth.signUp({ email: "weak@example.test", password: "x" });
        const signedIn = await client.auth.signInWithPassword({ email, password });
        const user = await client.auth.getUser();
        const notes = await client.from("notes").select("id", { count: "exact" });
        const uploaded = await client.storage
          .from("documents")
          .upload("browser.txt", new Blob(["x"], { type: "text/plain" }));
        const status = await new Promise<string>((resolve) => {
          client.channel("room").subscribe((state) => resolve(state));
        });
        await client.removeAllChannels();
        return {
          weak: weak.error?.code,
          error: signedIn.error?.message,
          email: user.data.user?.email,
          counted: notes.error === null && notes.count !== null,
          upload: uploaded.error?.name ?? "kept",
          status,
        };
      },
      { ...access(), email, password: PASSWORD },
    );
    expect(seen).toMatchObject({
      weak: "weak_password",
      email,
      counted: true,
      status: "SUBSCRIBED",
    });
    expect(seen.error).toBeUndefined();
    // If CORS blocked the response, the error would be a `StorageUnknownError`.
    expect(["kept", "StorageApiError"]).toContain(seen.upload);
    await page.close();
  });

  test("lets a page from this machine read the error code and the API version in the response headers", async () => {
    const page = await open(scene.localPage);
    const headers = await page.evaluate(async ({ api, key }) => {
      const attempt = () =>
        fetch(`${api}/auth/v1/verify`, {
          method: "POST",
          headers: {
            apikey: key,
            "content-type": "application/json",
            "x-supabase-api-version": "2024-01-01",
            traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          },
          body: JSON.stringify({ type: "email", email: "a@example.test", token: "000000" }),
        });
      let response = await attempt();
      while (response.status !== 429) response = await attempt();
      return ["x-sb-error-code", "x-supabase-api-version"].map((name) =>
        response.headers.get(name),
      );
    }, access());
    expect(headers).toEqual(["over_request_rate_limit", "2024-01-01"]);
    await page.close();
  });

  test("does not let a page from this machine read the mailbox", async () => {
    const page = await open(scene.localPage);
    const outcome = await page.evaluate(
      ({ mailbox }) =>
        fetch(`${mailbox}/messages`).then(
          () => "read",
          (error: Error) => error.name,
        ),
      access(),
    );
    expect(outcome).toBe("TypeError");
    await page.close();
  });
});

test("does not run the scripts of an uploaded SVG, which could otherwise read the mailbox", async () => {
  const admin = world.admin.storage;
  await admin.createBucket("drawings", { public: true });
  const script = "fetch('/mailbox/messages').then((r) => { document.title = 'read ' + r.status; })";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>still</title><script>document.title = 'run'; ${script}</script></svg>`;
  await admin.from("drawings").upload("a.svg", svg, { contentType: "image/svg+xml" });
  const { publicUrl } = admin.from("drawings").getPublicUrl("a.svg").data;
  const page = await open(publicUrl);
  expect(await page.title()).toBe("still");
  await page.goto(scene.localPage);
  const width = await page.evaluate<number>(
    `(async () => { const image = new Image(); image.src = ${JSON.stringify(publicUrl)};
      await image.decode(); return image.naturalWidth; })()`,
  );
  expect(width).toBe(9);
  await page.close();
});

test("does not let a page of another site request a code, read the API or read the mailbox", async () => {
  const page = await open(scene.foreignPage);
  const outcome = await page.evaluate(async ({ api, key, mailbox }) => {
    const client = supabase.createClient(api, key);
    const asked = await client.auth.signInWithOtp({ email: "lured@example.test" });
    const settled = await Promise.all(
      [`${api}/auth/v1/health`, `${api}/auth/v1/.well-known/jwks.json`, `${mailbox}/messages`].map(
        (address) =>
          fetch(address).then(
            () => "read",
            (error: Error) => error.name,
          ),
      ),
    );
    return { asked: asked.error?.name, settled };
  }, access());
  expect(outcome).toEqual({
    asked: "AuthRetryableFetchError",
    settled: ["TypeError", "TypeError", "TypeError"],
  });
  const { rows } = await world.database.query("select from auth.users where email like 'lured%'");
  expect(rows).toEqual([]);
  await page.close();
});

describe("the mailbox page", () => {
  const sendEmail = (subject: string, html: string) =>
    fetch(`${world.backend.urls.mailbox}/emails`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${world.backend.keys.secret}`,
      },
      body: JSON.stringify({ from: "a@x.test", to: "b@x.test", subject, html }),
    });

  test("the mailbox page shows new emails without a reload, newest first, with their link and a button that copies the code", async () => {
    await fetch(`${world.backend.urls.mailbox}/messages`, { method: "DELETE" });
    const context = await scene.browser.newContext({ viewport: { width: 320, height: 700 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await page.goto(world.backend.urls.mailbox);
    await page.getByText("No emails yet").waitFor();
    await sendEmail("First", '<p>246813</p><a href="http://127.0.0.1:3000/one">Open the one</a>');
    await page.getByRole("article", { name: "First" }).waitFor();
    await sendEmail("Second", "<p>Nothing to click</p>");
    await page.getByRole("article", { name: "Second" }).waitFor();
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
      "Second",
      "First",
    ]);
    const first = page.getByRole("article", { name: "First" });
    // Start waiting before the click, because the button shows "Copied" for only two seconds.
    const copied = first.getByRole("button", { name: "Copied" }).waitFor();
    await first.getByRole("button", { name: "Copy code" }).click();
    await copied;
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("246813");
    const link = first.getByRole("link", { name: "Open the one" });
    expect(await link.getAttribute("href")).toBe("http://127.0.0.1:3000/one");
    const excess = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    expect(excess).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  test("the mailbox page shows an email without running its scripts", async () => {
    const script = "<script>parent.document.title = document.title = 'run'</script>";
    await sendEmail(
      "Hostile",
      `<p>Hello</p>${script}<img src="x" onerror="top.location = 'about:blank'">`,
    );
    const page = await open(world.backend.urls.mailbox);
    const article = page.getByRole("article", { name: "Hostile" });
    await article.getByText("Show email").click();
    await article.frameLocator("iframe").getByText("Hello").waitFor();
    expect(await page.title()).toBe("Mailbox");
    expect(page.url()).toBe(world.backend.urls.mailbox);
    const frame = page.frames().find((one) => one.url().endsWith("/html"));
    expect(await frame?.title()).toBe("");
    await page.close();
  });
});
