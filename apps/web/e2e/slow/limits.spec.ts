import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { Authenticator } from "../authenticator";
import { type OwnStack, startOwnStack } from "../own-stack";
import { signIn } from "../pages/auth-pages";
import type { Person } from "../people";
import { test as base, expect } from "../test";

const PASSWORD = "dossier-demo";
const ATTACKER = "mia@harbour.example";
const VICTIM = "olivia@harbour.example";
/** Six sessions with this many guesses each exceed the service's rate limit. */
const GUESSES_EACH = 11;

type LimitedStack = OwnStack & { victimsApp: Authenticator };

const test = base.extend<
  { openFrom: (network: string) => Promise<Person> },
  { stack: LimitedStack }
>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names in this pattern.
    async ({}, use) => {
      const stack = await startOwnStack({}, { hasLimits: true });
      await enroll(stack, ATTACKER);
      await use({ ...stack, victimsApp: await enroll(stack, VICTIM) });
      await stack.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  /** The requests look as if a proxy forwarded them from an IP address that no other test uses. */
  openFrom: async ({ open, stack }, use) => {
    await use((network) => {
      const address = `${network}.${randomInt(256)}.${randomInt(1, 255)}`;
      return open(address, {
        baseURL: stack.webUrl,
        extraHTTPHeaders: { "x-forwarded-for": address },
      });
    });
  },
});

async function callService({ backend }: OwnStack, path: string, body: object, token?: string) {
  const response = await fetch(`${backend.urls.api}/auth/v1/${path}`, {
    method: "POST",
    headers: {
      apikey: backend.keys.publishable,
      "content-type": "application/json",
      // A separate IP address, so that setup requests do not use up the visitors' rate limits.
      "x-forwarded-for": "192.0.2.250",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  expect(response.status, path).toBe(200);
  return response.json();
}

async function enroll(stack: OwnStack, email: string): Promise<Authenticator> {
  const credentials = { email, password: PASSWORD };
  const { access_token } = await callService(stack, "token?grant_type=password", credentials);
  const factor = { factor_type: "totp", friendly_name: "Phone" };
  const { id, totp } = await callService(stack, "factors", factor, access_token);
  const app = new Authenticator(totp.secret);
  const challenge = await callService(stack, `factors/${id}/challenge`, {}, access_token);
  const proof = { challenge_id: challenge.id, code: app.nextCode() };
  await callService(stack, `factors/${id}/verify`, proof, access_token);
  return app;
}

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

test("six sessions that guess codes for one account do not block the second factor of another account", async ({
  openFrom,
  stack,
}) => {
  const victim = await openFrom("198.51");
  await signIn(victim, VICTIM, PASSWORD);
  await expect(victim.page.getByLabel("Code from your app")).toBeVisible();

  const attackers = await Promise.all(Array.from({ length: 6 }, () => openFrom("203.0")));
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
    await victim.page.getByLabel("Code from your app").fill(stack.victimsApp.nextCode());
    await victim.page.getByRole("button", { name: "Verify" }).click();
    await victim.page.waitForURL((url) => url.pathname !== "/mfa");
  } finally {
    isOver = true;
    await Promise.allSettled(attacks.map(({ all }) => all));
  }
});

test("a user who loads the second-factor page too often sees when to try again", async ({
  openFrom,
}) => {
  const visitor = await openFrom("198.51");
  const { page } = visitor;
  await signIn(visitor, ATTACKER, PASSWORD);
  const statuses = new Set<number>();
  let last = "";
  // Each load calls the service once, and the service allows only a burst of 30 calls.
  for (let load = 0; load < 60; load++) {
    const response = await page.request.get("/mfa");
    statuses.add(response.status());
    last = await response.text();
  }
  expect([...statuses]).toEqual([200]);
  expect(last).toContain("Too many attempts");
  expect(last).toContain("Try again in");
});
