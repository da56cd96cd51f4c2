import type { Browser } from "@playwright/test";
import { webUrl } from "./addresses";
import { expect, test } from "./test";

/** The first address has an account, the second has none. */
const ADDRESSES = ["mia@harbour.example", "nobody-at-all@harbour.example"];

/**
 * Returns names and lifetimes of the cookies that a form's response sets, without their random
 * parts.
 */
async function cookiesAfter(
  browser: Browser,
  { path, label, button }: { path: string; label: string; button: string },
  email: string,
): Promise<string[]> {
  const context = await browser.newContext({ baseURL: webUrl, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByLabel(label).fill(email);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: button }).click();
  const headers = await (await answer).headersArray();
  await context.close();
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
  test(`the cookies after ${form.path} do not reveal who has an account`, async ({ browser }) => {
    const [known = [], unknown] = await Promise.all(
      ADDRESSES.map((email) => cookiesAfter(browser, form, email)),
    );
    expect(known.join(" ")).toContain("code-verifier");
    expect(unknown).toEqual(known);
  });
}
