// Usage: pnpm emails DIRECTORY
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderExampleHtml, renderExamples } from "../tests/support/email/examples.ts";

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("Name a directory: pnpm emails DIRECTORY");
mkdirSync(directory, { recursive: true });
for (const { name, html } of renderExampleHtml()) {
  writeFileSync(join(directory, `${name}.html`), html);
}
for (const { name, email } of renderExamples()) {
  const { text, ...envelope } = email;
  const headers = Object.entries({
    From: envelope.from,
    To: envelope.to,
    "Reply-To": envelope.replyTo,
    Subject: envelope.subject,
    ...envelope.headers,
  }).flatMap(([header, value]) => (value === undefined ? [] : [`${header}: ${value}`]));
  writeFileSync(join(directory, `${name}.txt`), `${headers.join("\n")}\n\n${text}\n`);
}
