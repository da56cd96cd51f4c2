import type { Browser } from "@playwright/test";
import { nextCode } from "../mailbox";
import { openRequestLink, signIn } from "../pages/auth-pages";
import { openPerson, type Person } from "../people";
import { type Demo, readDemo } from "./demo";
import { ROLES, type Role } from "./table";

const STAFF = { owner: "olivia", admin: "adam", member: "mia" } as const;
const CONTACT = "priya@raman.example";

async function signUpWithoutPassword(person: Person, email: string): Promise<void> {
  const { page } = person;
  await page.goto("/sign-up");
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Code").fill(await nextCode(email));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("link", { name: "Not now" }).click();
  await page.waitForURL("**/o");
}

/** Opens one browser per role, signs the people in, and returns them with the demo's addresses. */
export async function gather(
  browser: Browser,
  strangersAddress: string,
  staff: readonly (keyof typeof STAFF)[] = ["owner", "admin", "member"],
): Promise<{ people: Record<Role, Person>; demo: Demo }> {
  const people = Object.fromEntries(
    await Promise.all(ROLES.map(async (role) => [role, await openPerson(browser, role)])),
  ) as Record<Role, Person>;
  for (const role of staff) {
    await signIn(people[role], `${STAFF[role]}@harbour.example`, "dossier-demo");
  }
  const demo = await readDemo(people.owner);
  await openRequestLink(people.contact, `/r/${demo.ownDoor}`, CONTACT);
  await signUpWithoutPassword(people.stranger, strangersAddress);
  return { people, demo };
}
