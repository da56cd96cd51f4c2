import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import { openViewer, type Viewer } from "../appearance/viewer";
import { queryAsOwner } from "../database";
import { makePdf } from "../documents";
import { createAccount, signInWithLink, signInWithPassword } from "../fixtures/accounts";
import { decide, itemOf, reviewPathOf, submitFiles } from "../fixtures/answers";
import { callBackend } from "../fixtures/backend-calls";
import { addClient, createFirm, type Firm, sendRequest } from "../fixtures/firms";
import { openPerson, type Person } from "../people";
import { type Demo, readDemo } from "./demo";
import type { Role } from "./table";

const STAFF: Partial<Record<Role, string>> = {
  owner: "olivia@harbour.example",
  admin: "adam@harbour.example",
  member: "mia@harbour.example",
};
const STAFF_PASSWORD = "dossier-demo";
const CONTACT = "priya@raman.example";

/** All tests of a worker share these users, so no test may change data as one of them. */
export interface Cast {
  demo: () => Promise<Demo>;
  person: (role: Role) => Promise<Person>;
  viewer: (role: Role) => Promise<Viewer>;
  /**
   * Returns the same user on each call. `path` is the path of a firm without data. `quietClient`, a
   * client without requests, and `comparison`, the review of an answer with two versions, are in
   * another firm of the user.
   */
  newFirm: () => Promise<{ path: string; quietClient: string; comparison: string; viewer: Viewer }>;
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
    const { ownPublicId } = await demo();
    await signInWithLink(person, CONTACT);
    await callBackend(person.context, async ({ db }) =>
      db.rpc("open_request", { public_id: ownPublicId }).throwOnError(),
    );
  }
  if (role === "stranger") {
    const email = `stella-${randomUUID()}@routes.example`;
    await createAccount("Stella Stranger", email);
    await signInWithLink(person, email);
  }
}

async function sendTwoVersions(firm: Firm): Promise<string> {
  const request = await sendRequest(firm, { items: [{ title: "Bank statements" }] });
  const item = itemOf(request, "Bank statements");
  const pdf = (name: string, text: string, pages = 1) => ({
    name,
    mime: "application/pdf",
    bytes: makePdf(text, pages),
  });
  const february = pdf("February 2026.pdf", "Statement of February");
  await submitFiles(firm.owner, item, [february, pdf("March photo.pdf", "March, out of focus")]);
  await decide(firm.owner, item, "returned", "March is out of focus. The other file is fine.");
  await submitFiles(firm.owner, item, [february, pdf("March 2026.pdf", "Statement of March", 3)]);
  return reviewPathOf(request, "Bank statements");
}

export function openCast(browser: Browser) {
  const demos = once(async () => readDemo(await people.get("owner")));
  const demo = () => demos.get(undefined);
  const people = once(async (role: Role) => {
    const person = await openPerson(browser, role);
    await signIn(person, role, demo);
    return person;
  });
  const newFirm = () => newFirms.get(undefined);
  const viewers = once(async (role: Role) => openViewer(browser, await people.get(role)));
  const newFirms = once(async () => {
    const person = await openPerson(browser, "founder");
    const account = await createAccount("Fay Founder", `fay-${randomUUID()}@routes.example`);
    await signInWithPassword(person, account);
    const founder = Object.assign(person, account);
    const { id, path } = await createFirm(founder, { timeZone: "America/New_York" });
    await queryAsOwner("delete from public.templates where org_id = $1", [id]);
    const other = await createFirm(founder, {
      name: "Southwind Advisers",
      timeZone: "America/New_York",
    });
    const quietClient = `${other.path}/clients/${(await addClient(other)).id}`;
    const comparison = await sendTwoVersions(other);
    return { path, quietClient, comparison, person, viewer: await openViewer(browser, person) };
  });
  const close = async () => {
    for (const { person, viewer } of await newFirms.all()) {
      await viewer.close();
      await person.context.close();
    }
    await Promise.all((await viewers.all()).map((viewer) => viewer.close()));
    await Promise.all((await people.all()).map(({ context }) => context.close()));
  };
  return { cast: { demo, person: people.get, viewer: viewers.get, newFirm } satisfies Cast, close };
}
