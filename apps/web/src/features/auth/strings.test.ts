import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { strings } from "@/features/auth/strings";

const seed = readFileSync(new URL("../../../../../supabase/seed.sql", import.meta.url), "utf8");

test.each(strings.demo.people)(
  "the id of $name on the sign-in page of the demo matches the seed",
  ({ id, name, email }) => {
    expect(seed).toContain(`'${email}', '${name}', '${strings.demo.password}', '${id}'`);
  },
);
