import { readFileSync } from "node:fs";
import { expect, inject, test } from "vitest";
import { generateTypes } from "../scripts/generate-types.mjs";

test("database.types.ts matches the database (otherwise, run pnpm types)", () => {
  const committed = readFileSync(new URL("../database.types.ts", import.meta.url), "utf8");
  expect(committed).toBe(generateTypes(inject("databaseUrl")));
}, 60_000);
