import { createAccount } from "./fixtures/accounts";
import { uniqueEmail } from "./fixtures/names";
import type { Person } from "./people";
import { expect, test } from "./test";

async function cookiesAfter(
  { context, page }: Person,
  { path, label, button }: { path: string; label: string; button: string },
  email: string,
): Promise<string[]> {
  await context.clearCookies();
  await page.goto(path);
  await page.getByLabel(label).fill(email);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: button }).click();
  const headers = await (await answer).headersArray();
  await expect(page.getByLabel("Code")).toBeVisible();
  return headers
    .filter(({ name }) => name.toLowerCase() === "set-cookie")
    .flatMap(({ value }) => value.split("\n"))
    .map((line) => {
      const name = line.slice(0, line.indexOf("=")).replace(/flow-[\da-f-]{16,}/, "flow-ID");
      return `${name} ${/Max-Age=\d+/i.exec(line)?.[0] ?? "session"}`;
    })
    .sort();
}

for (const form of [
  { path: "/sign-in", label: "Email", button: "Send me a code" },
  { path: "/r/de300000000000000000000000000001", label: "Your email", button: "Continue" },
]) {
  test(`the cookies that ${form.path} sets do not reveal whether an email address has an account`, async ({
    open,
  }) => {
    const { email } = await createAccount("Nina Falk", uniqueEmail("Nina"));
    const visitor = await open("Visitor", { javaScriptEnabled: false });
    const known = await cookiesAfter(visitor, form, email);
    const unknown = await cookiesAfter(visitor, form, uniqueEmail("unknown"));
    expect(known.join(" ")).toContain("code-verifier");
    expect(unknown).toEqual(known);
  });
}

test("the cookies of a sign-in flow are HttpOnly and expire within a day", async ({ open }) => {
  const { page, context } = await open("Visitor");
  await page.goto("/sign-in");
  await page.getByLabel("Email", { exact: true }).fill(uniqueEmail("unknown"));
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByLabel("Code")).toBeVisible();
  const cookies = await context.cookies();
  const flows = cookies.filter(({ name }) => name.startsWith("sb-flow"));
  expect(flows).not.toEqual([]);
  const tomorrow = Date.now() / 1000 + 24 * 3600;
  for (const { httpOnly, expires } of flows) {
    expect(httpOnly).toBe(true);
    expect(expires).toBeGreaterThan(0);
    expect(expires).toBeLessThanOrEqual(tomorrow);
  }
});
