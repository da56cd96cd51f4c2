// Creates code from a template. Usage: pnpm new table NAME [NUMBER]
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planTable } from "./new-table.mjs";
import { root } from "./toolchain.mjs";

const [kind, name, number] = process.argv.slice(2);
const find = (pattern) => globSync(pattern, { cwd: root });

function main() {
  if (kind !== "table" || name === undefined)
    throw new Error("Usage: pnpm new table NAME [NUMBER]");
  const files = planTable(name, {
    number,
    now: new Date(),
    schemas: find("supabase/schemas/*.sql"),
    migrations: find("supabase/migrations/*.sql"),
    read: (path) => readFileSync(join(root, path), "utf8"),
  });
  for (const [path, text] of files) {
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  console.log(`
Next:
1. Replace the column "name" with the columns of the table, in the schema file and in the migration.
2. If others than staff may read the table, replace the policies and update the two policy tests.
3. Write the functions that change the table, with their tests in supabase/tests/functions.
4. Update the types: pnpm --filter @dossier/supabase types
5. Run the tests: pnpm --filter @dossier/supabase test`);
}

try {
  main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
