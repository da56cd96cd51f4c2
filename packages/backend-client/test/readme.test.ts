import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");

it("the README's first code blocks are the install command and a TypeScript program", () => {
  const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind, text]) => [
    kind,
    text,
  ]);
  expect(blocks[0]).toEqual(["sh", "npm install @dossier/backend-client\n"]);
  expect(blocks[1]?.[0]).toBe("ts");
});

it("the README has at most 130 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(130);
});

it("the README links to every quickstart and to every documentation page except constants.md and passkeys.md", () => {
  const pages = globSync("docs/{*,quickstarts/*}.md", { cwd: root });
  expect(pages.length).toBeGreaterThan(12);
  const missing = pages.filter((page) => !readme.includes(`(${page.replaceAll("\\", "/")}`));
  // The reference and the page about flows link to these two pages.
  expect(missing.sort()).toEqual(["docs/constants.md", "docs/passkeys.md"]);
});
