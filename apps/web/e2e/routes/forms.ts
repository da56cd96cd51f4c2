import { expect } from "@playwright/test";
import { webUrl } from "../addresses";
import type { Person } from "../people";

export const FORGED = ["no-such-firm", "\u0000", "-1", "9".repeat(400)];
/** Fields of the settings forms that the server reads but the user cannot edit. */
const FIELDS = { audit: ["org", "after", "checked"], general: ["org", "org_id"] };

export async function readForms({ page }: Person, path: string): Promise<Record<string, string>[]> {
  await page.goto("/help");
  return page.evaluate(async (address) => {
    const html = await (await fetch(address)).text();
    const { forms } = new DOMParser().parseFromString(html, "text/html");
    const fieldsOf = (form: HTMLFormElement) =>
      Object.fromEntries(
        [...new FormData(form)].filter(
          (entry): entry is [string, string] => typeof entry[1] === "string",
        ),
      );
    return [...forms].filter(({ method }) => method === "post").map(fieldsOf);
  }, path);
}

export async function post({ context }: Person, path: string, fields: Record<string, string>) {
  return context.request.post(path, { multipart: fields, headers: { origin: webUrl } });
}

export async function fieldsToForge(owner: Person) {
  const found: { path: string; fields: Record<string, string>; field: string }[] = [];
  for (const [name, names] of Object.entries(FIELDS)) {
    const path = `/o/harbour-lane/settings/${name}`;
    for (const fields of await readForms(owner, path)) {
      for (const field of names) if (field in fields) found.push({ path, fields, field });
    }
  }
  expect(new Set(found.map(({ field }) => field))).toEqual(new Set(Object.values(FIELDS).flat()));
  return found;
}

export async function expectNoServerError(
  person: Person,
  { path, fields, field }: Awaited<ReturnType<typeof fieldsToForge>>[number],
  forged: string,
): Promise<void> {
  const answer = await post(person, path, { ...fields, [field]: forged });
  expect(answer.status(), `${path} ${field}=${forged}`).toBe(200);
}
