import { type BrowserContextOptions, test as base, expect } from "@playwright/test";
import { webUrl } from "./addresses";
import { type BreakableNetwork, openNetwork } from "./breakable-network";
import { createAccount, signInWithLink, signInWithPassword } from "./fixtures/accounts";
import { callBackend } from "./fixtures/backend-calls";
import { type ClientRequest, createFirm, type Firm, type Member } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { startServer } from "./fixtures/server";
import { type OwnStack, startOwnStack } from "./own-stack";
import { findExposedSecrets, openPerson, type Person } from "./people";

type PersonOptions = BrowserContextOptions & { email?: string };

export interface Fixtures {
  /**
   * Opens a browser for a person who is not signed in. It closes after the test. The test fails if
   * the person's pages logged an error or showed a secret. A test that causes an error on purpose
   * removes it from `problems`.
   */
  open: (name: string, options?: BrowserContextOptions) => Promise<Person>;
  /** Opens a browser for a person with a new account, signed in with its password. */
  join: (name: string, options?: PersonOptions) => Promise<Member>;
  /** Opens another browser with a person's session. It runs no scripts. */
  openWithoutScripts: (person: Person) => Promise<Person>;
  /** Creates a firm whose owner is signed in. */
  foundFirm: (options?: Parameters<typeof createFirm>[1] & { owner?: string }) => Promise<Firm>;
  /** Opens a browser for the contact of a sent request, signed in with a link. */
  enter: (request: ClientRequest, options?: BrowserContextOptions) => Promise<Person>;
  /**
   * A network that the test can break, for `proxy`. Request this fixture before `open`, so that the
   * browsers of `open` close first.
   */
  network: BreakableNetwork;
  /**
   * Starts a web app and a backend for this test only. They stop after the test. Request this
   * fixture before `open`, so that the browsers of `open` close first.
   */
  startStack: typeof startOwnStack;
}

/** A test with its own people and firms, on the demo server of its worker. */
export const test = base.extend<Fixtures, { server: undefined }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
    async ({}, use) => {
      const stop = await startServer();
      await use(undefined);
      await stop();
    },
    { scope: "worker", auto: true, timeout: 240_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
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
      await callBackend(person.context, async ({ db }) =>
        db.rpc("open_request", { public_id: publicId }).throwOnError(),
      );
      return person;
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
  network: async ({}, use) => {
    const network = await openNetwork();
    await use(network);
    await network.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
  startStack: async ({}, use) => {
    const stacks: OwnStack[] = [];
    await use(async (...settings) => {
      const stack = await startOwnStack(...settings);
      stacks.push(stack);
      return stack;
    });
    await Promise.all(stacks.map(({ stop }) => stop()));
  },
});

export { expect };
