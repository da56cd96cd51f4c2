import { createMemoryJar } from "@dossier/backend-client/testing";
import type { LocalBackend } from "@dossier/local-backend";
import type { BrowserContext } from "@playwright/test";
import { test as base } from "@playwright/test";
import pg from "pg";
import { makeDue } from "../../backend-client/test/consumers/make-due.ts";
import { startBackend } from "../src/backend.ts";
import { type App, serve } from "../src/serve.ts";
import { findTargets } from "../src/targets.ts";

interface WorkerFixtures {
  /** Name of the target under test. Each project of playwright.config.ts has one target. */
  target: string;
  backend: LocalBackend;
  app: App;
}

interface Fixtures {
  sql: pg.Client;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  target: ["express", { option: true, scope: "worker" }],
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const backend = await startBackend();
      await use(backend);
      await backend.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  app: [
    async ({ target, backend }, use) => {
      const [found] = findTargets([target]);
      if (!found) throw new Error(`No example is named ${target}.`);
      const app = await serve(found, { url: backend.urls.api, key: backend.keys.publishable });
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  sql: async ({ backend }, use) => {
    const client = new pg.Client(backend.urls.db);
    await client.connect();
    await use(client);
    await client.end();
  },
});

export async function leaveOneMinute(context: BrowserContext, origin: string): Promise<void> {
  const jar = createMemoryJar({ origin });
  for (const { name, value } of await context.cookies(origin)) jar.cookies.set(name, value);
  makeDue(jar);
  await context.clearCookies();
  await context.addCookies(
    [...jar.cookies].map(([name, value]) => ({ name, value, url: origin, httpOnly: true })),
  );
}
