import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import { openViewer, type Viewer } from "../appearance/viewer";
import { createAccount, signInWithLink, signInWithPassword } from "../fixtures/accounts";
import { callBackend } from "../fixtures/backend-calls";
import { openPerson, type Person } from "../people";
import { test as base } from "../test";
import { type Demo, readDemo } from "./demo";
import type { Role } from "./table";

const STAFF: Partial<Record<Role, string>> = {
  owner: "olivia@harbour.example",
  admin: "adam@harbour.example",
  member: "mia@harbour.example",
};
const STAFF_PASSWORD = "dossier-demo";
const CONTACT = "priya@raman.example";

/** People who look at the demo firm. They change nothing, so all tests of a worker share them. */
export interface Cast {
  demo: () => Promise<Demo>;
  person: (role: Role) => Promise<Person>;
  viewer: (role: Role) => Promise<Viewer>;
}

function once<Key, Result>(make: (key: Key) => Promise<Result>) {
  const made = new Map<Key, Promise<Result>>();
  const get = (key: Key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
  return { get, all: () => Promise.all(made.values()) };
}

async function signIn(person: Person, role: Role, demo: () => Promise<Demo>): Promise<void> {
  const staff = STAFF[role];
  if (staff) return signInWithPassword(person, { email: staff, password: STAFF_PASSWORD });
  if (role === "contact") {
    const { ownDoor } = await demo();
    await signInWithLink(person, CONTACT);
    await callBackend(person.context, async ({ db }) =>
      db.rpc("open_request", { public_id: ownDoor }).throwOnError(),
    );
  }
  if (role === "stranger") {
    const email = `stella-${randomUUID()}@routes.example`;
    await createAccount("Stella Stranger", email);
    await signInWithLink(person, email);
  }
}

function openCast(browser: Browser) {
  const demos = once(async () => readDemo(await people.get("owner")));
  const demo = () => demos.get(undefined);
  const people = once(async (role: Role) => {
    const person = await openPerson(browser, role);
    await signIn(person, role, demo);
    return person;
  });
  const viewers = once(async (role: Role) => openViewer(browser, await people.get(role)));
  const close = async () => {
    await Promise.all((await viewers.all()).map((viewer) => viewer.close()));
    await Promise.all((await people.all()).map(({ context }) => context.close()));
  };
  return { cast: { demo, person: people.get, viewer: viewers.get } satisfies Cast, close };
}

/** A test whose people look at pages of the demo firm, or at pages that they create. */
export const test = base.extend<{ view: (person: Person) => Promise<Viewer> }, { cast: Cast }>({
  cast: [
    async ({ browser, server: _ }, use) => {
      const { cast, close } = openCast(browser);
      await use(cast);
      await close();
    },
    { scope: "worker" },
  ],
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

export { expect } from "../test";
