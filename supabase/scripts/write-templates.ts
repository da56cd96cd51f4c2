// Auth sends these emails if its Send Email hook is disabled. Usage: pnpm templates
import { writeFileSync } from "node:fs";
import { renderTemplates } from "../functions/_shared/email/templates.ts";

for (const [file, html] of renderTemplates()) {
  writeFileSync(new URL(`../templates/${file}`, import.meta.url), `${html}\n`);
}
