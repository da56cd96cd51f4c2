import { readFileSync } from "node:fs";
import { deriveFirmColors } from "@dossier/supabase/firm-colors";
import { expect, test } from "vitest";

const css = readFileSync(new URL("sample-firms.module.css", import.meta.url), "utf8");

test.for([
  ["harbour", "#0d5f66"],
  ["castle", "#7a2e2e"],
  ["orchard", "#3d5a1e"],
] as const)("the firm %s on the start page has the colors derived from %s", ([name, typed]) => {
  const { light, dark } = deriveFirmColors(typed).fill;
  expect(css).toContain(`.${name} {\n  --color-firm-fill: light-dark(${light}, ${dark});\n}`);
});
