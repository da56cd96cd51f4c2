import { readFileSync } from "node:fs";
import { listEmails } from "../../../scripts/test-supabase/mailbox";
import { mailboxUrl, noteOf } from "./addresses";
import { queryAsOwner } from "./database";
import { makePdf } from "./documents";
import { itemOf } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { removeFile } from "./pages/answer-files";
import { openRequestLink } from "./pages/auth-pages";
import { expect, test } from "./test";

const FILE_NAME = "what-nobody-may-log.pdf";

async function column(statement: string): Promise<string[]> {
  return (await queryAsOwner<{ value: string }>(statement)).map(({ value }) => value);
}

async function readSecrets() {
  const messages = await listEmails(mailboxUrl);
  const known = await column(
    `select email as value from auth.users where email is not null
    union select email::text from public.contacts union select email::text from public.invitations`,
  );
  return {
    codes: [...new Set(messages.flatMap(({ codes }) => codes))],
    addresses: [...new Set([...known, ...messages.flatMap(({ to }) => to)])],
    files: await column("select distinct name as value from public.files"),
    tokens: await column("select distinct token as value from auth.refresh_tokens"),
  };
}

// S-7.1
test("the server's output after the startup banner contains no token, code, email address or file name", async ({
  foundFirm,
  open,
}) => {
  // Create secrets, so that the test has some to look for even if it runs alone.
  const request = await sendRequest(await foundFirm());
  const { name, email } = request.client.contact;
  const contact = await open(name);
  const { page } = contact;
  await openRequestLink(contact, request.link, email);
  await page.goto(`${request.link}/items/${itemOf(request, "Bank statements")}`);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles({
    name: FILE_NAME,
    mimeType: "application/pdf",
    buffer: makePdf("Bank statement"),
  });
  await removeFile(page, FILE_NAME);
  await expect(page.getByText(FILE_NAME)).toHaveCount(0);

  const secrets = await readSecrets();
  expect(secrets.addresses).toContain(email);
  expect(secrets.files).toContain(FILE_NAME);
  // Only the banner, which ends with the line about stopping, may show the demo's users.
  const parts = readFileSync(noteOf("server.log"), "utf8").split(/^ {2}Stop +Ctrl-C$/m);
  expect(parts).toHaveLength(2);
  const [banner = "", said = ""] = parts;
  expect(banner).toContain("Dossier is running");
  expect(said).not.toMatch(/eyJ[\w-]{8,}/);
  for (const [kind, all] of Object.entries(secrets)) {
    expect(all, kind).not.toEqual([]);
    const leaked = all.filter((secret) => said.toLowerCase().includes(secret.toLowerCase()));
    expect(leaked, `${kind} in the server's output`).toEqual([]);
  }
});
