import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as constants from "../src/config/constants.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const source = readFileSync(here("../src/config/constants.ts"), "utf8");

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

function inSeconds(seconds: number): string {
  if (seconds % DAY === 0) return `${seconds / DAY} days`;
  if (seconds >= 60 * MINUTE) return `${seconds / 60 / MINUTE} h`;
  return seconds > 120 ? `${seconds / MINUTE} min` : `${seconds} s`;
}

function describe(name: string, value: string | number): string {
  if (typeof value === "string") return `\`${value}\``;
  if (name.endsWith("_MS")) return inSeconds(value / 1000);
  if (name.endsWith("_SECONDS")) return inSeconds(value);
  if (name.endsWith("_BYTES")) return `${value / 1024 / 1024} MiB`;
  return name.endsWith("_DAYS") ? `${value} days` : value.toLocaleString("en-US");
}

function commentOf(name: string): string {
  const [above = ""] = source.split(`export const ${name} `);
  const comment = above.slice(above.lastIndexOf("/**") + 3, above.lastIndexOf("*/"));
  return comment.replace(/\n \*/g, " ").replace(/\s+/g, " ").trim();
}

function renderPage(): string {
  const names = [...source.matchAll(/^export const (\w+)/gm)].map(([, name]) => name ?? "");
  const values = constants as Record<string, string | number>;
  return [
    "# Constants",
    "",
    "<!-- Generated from src/config/constants.ts by test/constants-page.test.ts; renew with `vitest run -u`. -->",
    "",
    "The numbers and names in [constants.ts](../src/config/constants.ts) are private: programs cannot import them. A change of a limit's default is a major version.",
    "",
    "| Constant | Value | Meaning |",
    "|---|---|---|",
    ...names.map(
      (name) => `| \`${name}\` | ${describe(name, values[name] ?? "")} | ${commentOf(name)} |`,
    ),
    "",
  ].join("\n");
}

it("every exported constant has a comment above it", () => {
  const lines = source.split("\n");
  const bare = lines.filter(
    (line, index) => line.startsWith("export const") && !lines[index - 1]?.endsWith("*/"),
  );
  expect(bare).toEqual([]);
});

it("the page about constants shows every constant with its value", async () => {
  await expect(renderPage()).toMatchFileSnapshot(here("../docs/constants.md"));
});
