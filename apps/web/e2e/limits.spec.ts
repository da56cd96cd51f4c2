import type { BrowserContext, Page } from "@playwright/test";
import { Authenticator } from "./authenticator";
import { type OwnStack, startOwnStack } from "./own-stack";
import { signIn } from "./pages/auth-pages";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const PASSWORD = "dossier-demo";
const ATTACKER = "mia@harbour.example";
const VICTIM = "olivia@harbour.example";
/** Together the six exceed the service's rate limit. */
const GUESSES_EACH = 11;

let stack: OwnStack;
let victimsApp: Authenticator;
const contexts: BrowserContext[] = [];

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  stack = await startOwnStack({}, { hasLimits: true });
  await enrol(ATTACKER);
  victimsApp = await enrol(VICTIM);
});

test.afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
test.afterAll(() => stack?.stop());

/** Calls the auth service directly, without the web server. */
async function callService(path: string, body: object, token?: string) {
  const response = await fetch(`${stack.backend.urls.api}/auth/v1/${path}`, {
    method: "POST",
    headers: {
      apikey: stack.backend.keys.publishable,
      "content-type": "application/json",
      // An address that no visitor of the web server has, so the setup does not use up their
      // limits.
      "x-forwarded-for": "192.0.2.250",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  expect(response.status, path).toBe(200);
  return response.json();
}

/** Gives an account its first second factor. */
async function enrol(email: string): Promise<Authenticator> {
  const credentials = { email, password: PASSWORD };
  const { access_token } = await callService("token?grant_type=password", credentials);
  const factor = { factor_type: "totp", friendly_name: "Phone" };
  const { id, totp } = await callService("factors", factor, access_token);
  const app = new Authenticator(totp.secret);
  const challenge = await callService(`factors/${id}/challenge`, {}, access_token);
  const proof = { challenge_id: challenge.id, code: app.nextCode() };
  await callService(`factors/${id}/verify`, proof, access_token);
  return app;
}

/** Opens a browser whose requests reach the web server through a proxy, with this address. */
async function openFrom(
  browser: Parameters<typeof openPerson>[0],
  address: string,
): Promise<Person> {
  const person = await openPerson(browser, address, {
    baseURL: stack.webUrl,
    extraHTTPHeaders: { "x-forwarded-for": address },
  });
  contexts.push(person.context);
  return person;
}

/** Tries a wrong code; reloads a page that is rate limited. */
async function guessCode(page: Page): Promise<void> {
  const code = page.getByLabel("Code from your app");
  if (!(await code.isVisible())) {
    await page.goto("/mfa");
    return;
  }
  await code.fill("000000");
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name: "Verify" }).click(),
  ]);
  await expect(page.getByRole("button", { name: "Verify" })).toBeEnabled();
}

test("six sessions of one account that guess codes block no one else's second factor", async ({
  browser,
}) => {
  const victim = await openFrom(browser, "198.51.100.7");
  await signIn(victim, VICTIM, PASSWORD);
  await expect(victim.page.getByLabel("Code from your app")).toBeVisible();

  const attackers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((number) => openFrom(browser, `203.0.113.${number}`)),
  );
  for (const attacker of attackers) await signIn(attacker, ATTACKER, PASSWORD);
  let isOver = false;
  const guess = async ({ page }: Person) => {
    for (let count = 0; count < GUESSES_EACH; count++) await guessCode(page);
  };
  const guessOn = async ({ page }: Person) => {
    while (!isOver) await guessCode(page);
  };
  const attacks = attackers.map((attacker) => {
    const first = guess(attacker);
    return { first, all: first.then(() => guessOn(attacker)) };
  });
  try {
    await Promise.all(attacks.map(({ first }) => first));
    // While they continue, the service accepts another call every few seconds.
    await victim.page.getByLabel("Code from your app").fill(victimsApp.nextCode());
    await victim.page.getByRole("button", { name: "Verify" }).click();
    await victim.page.waitForURL((url) => url.pathname !== "/mfa");
  } finally {
    isOver = true;
    await Promise.allSettled(attacks.map(({ all }) => all));
  }
});

test("loading the page of the second factor too often shows when to try again", async ({
  browser,
}) => {
  const { page, context } = await openFrom(browser, "198.51.100.8");
  await signIn({ page, context, name: "", problems: [] }, ATTACKER, PASSWORD);
  const statuses = new Set<number>();
  let last = "";
  // Each load calls the service once; the service allows 30 in a row.
  for (let load = 0; load < 60; load++) {
    const response = await page.request.get("/mfa");
    statuses.add(response.status());
    last = await response.text();
  }
  expect([...statuses]).toEqual([200]);
  expect(last).toContain("Too many attempts");
  expect(last).toContain("Try again in");
});
