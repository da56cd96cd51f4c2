import { type BrowserContextOptions, test as base, expect } from "@playwright/test";
import { webUrl } from "./addresses";
import { openViewer, type Viewer } from "./appearance/viewer";
import { type BreakableNetwork, openNetwork } from "./breakable-network";
import { createAccount, signInWithLink, signInWithPassword } from "./fixtures/accounts";
import { callBackend } from "./fixtures/backend-calls";
import { type ClientRequest, createFirm, type Firm, type Member } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { startServer } from "./fixtures/server";
import { type OwnStack, startOwnStack } from "./own-stack";
import { findExposedSecrets, openPerson, type Person } from "./people";
import { type Cast, openCast } from "./routes/cast";

type PersonOptions = BrowserContextOptions & { email?: string };

export interface Fixtures {
  /**
   * Opens a browser without a session. The test fails if its `page` logged an error or showed a
   * secret. A test that causes an error on purpose removes it from `problems`.
   */
  open: (name: string, options?: BrowserContextOptions) => Promise<Person>;
  join: (name: string, options?: PersonOptions) => Promise<Member>;
  openWithoutScripts: (person: Person) => Promise<Person>;
  foundFirm: (options?: Parameters<typeof createFirm>[1] & { owner?: string }) => Promise<Firm>;
  enter: (request: ClientRequest, options?: BrowserContextOptions) => Promise<Person>;
  /** Request this fixture before `open`, so that the browsers close before the network does. */
  network: BreakableNetwork;
  /** Request this fixture before `open`, so that the browsers close before the servers stop. */
  startStack: typeof startOwnStack;
  view: (person: Person) => Promise<Viewer>;
}

/**
 * If a spec file adds worker fixtures, Playwright starts a new worker, and therefore a new server,
 * for that file.
 */
interface WorkerFixtures {
  server: undefined;
  cast: Cast;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names in this pattern.
    async ({}, use) => {
      const stop = await startServer();
      await use(undefined);
      await stop();
    },
    { scope: "worker", auto: true, timeout: 240_000 },
  ],
  cast: [
    async ({ browser, server: _ }, use) => {
      const { cast, close } = openCast(browser);
      await use(cast);
      await close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names in this pattern.
  baseURL: async ({}, use) => use(webUrl),
  open: async ({ browser }, use) => {
    const people: Person[] = [];
    await use(async (name, options) => {
      const person = await openPerson(browser, name, options);
      people.push(person);
      return person;
    });
    const shown = people.filter(
      ({ page }) => !page.isClosed() && page.url().startsWith(`${webUrl}/`),
    );
    const exposed = await Promise.all(shown.map(findExposedSecrets));
    await Promise.all(people.map(({ context }) => context.close()));
    const problems = people.flatMap((person) => person.problems);
    expect([...exposed.flat(), ...problems]).toEqual([]);
  },
  join: async ({ open }, use) => {
    await use(async (name, { email = uniqueEmail(name, "staff.example"), ...options } = {}) => {
      const person = await open(name, options);
      const account = await createAccount(name, email);
      await signInWithPassword(person, account);
      return Object.assign(person, account);
    });
  },
  openWithoutScripts: async ({ open }, use) => {
    await use(async ({ name, context }) =>
      open(`${name} without scripts`, {
        javaScriptEnabled: false,
        storageState: await context.storageState(),
      }),
    );
  },
  foundFirm: async ({ join }, use) => {
    await use(async ({ owner = "Ines Novak", ...options } = {}) =>
      createFirm(await join(owner), options),
    );
  },
  enter: async ({ open }, use) => {
    await use(async ({ client, publicId }, options) => {
      const person = await open(client.contact.name, options);
      await signInWithLink(person, client.contact.email);
      await callBackend(person.context, async ({ db }) => {
        // The scheduled delivery may still be sending the email that gives the contact access.
        await expect(async () => {
          await db.rpc("open_request", { public_id: publicId }).throwOnError();
        }).toPass({ timeout: 15_000 });
      });
      return person;
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names in this pattern.
  network: async ({}, use) => {
    const network = await openNetwork();
    await use(network);
    await network.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names in this pattern.
  startStack: async ({}, use) => {
    const stacks: OwnStack[] = [];
    await use(async (...settings) => {
      const stack = await startOwnStack(...settings);
      stacks.push(stack);
      return stack;
    });
    await Promise.all(stacks.map(({ stop }) => stop()));
  },
  view: async ({ browser }, use) => {
    const viewers: Viewer[] = [];
    await use(async (person) => {
      const viewer = await openViewer(browser, person);
      viewers.push(viewer);
      return viewer;
    });
    await Promise.all(viewers.map((viewer) => viewer.close()));
  },
});

export { expect };
