import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { entryApis } from "./support/api-text.js";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const apis = entryApis(root);
const fileName = (entry: string) => (entry === "." ? "index" : entry.slice(2).replace("/", "-"));
interface Target {
  types: string;
  node?: string;
  default: string;
}
const targetOf = (entry: string) =>
  (packageJson.exports as unknown as Record<string, Target>)[entry];

/** A change to the snapshots changes the public contract. See CONTRIBUTING.md of the package. */
describe("the frozen declarations in api/", () => {
  it.each(apis)("match the built declarations of $entry", async ({ entry, text }) => {
    await expect(text).toMatchFileSnapshot(`../api/${fileName(entry)}.d.ts.snap`);
  });

  it("have exactly one file per entry point", () => {
    const files = readdirSync(`${root}/api`).sort();
    expect(files).toEqual(apis.map(({ entry }) => `${fileName(entry)}.d.ts.snap`).sort());
  });

  it.each(apis)(
    "name exactly the values of $entry that exist at run time",
    async ({ entry, values }) => {
      const target = targetOf(entry);
      const file = `${root}/${target?.node ?? target?.default}`;
      const module: Record<string, unknown> = await import(file);
      expect(Object.keys(module).sort()).toEqual(values);
    },
  );
});

it("the package has a built file for every entry point, and exports the error pages", () => {
  for (const { entry } of apis) {
    for (const file of Object.values(targetOf(entry) ?? {})) {
      expect(existsSync(`${root}/${file}`), `${entry}: ${file}`).toBe(true);
    }
  }
  expect(packageJson.exports["./docs/errors/*"]).toBe("./docs/errors/*");
});
