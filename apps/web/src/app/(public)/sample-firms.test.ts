import { deriveFirmColors } from "@dossier/supabase/firm-colors";
import { expect, test } from "vitest";
import { sampleFirms } from "@/app/(public)/sample-firms";

test.for([
  ["harbour", "#0d5f66"],
  ["castle", "#7a2e2e"],
  ["orchard", "#3d5a1e"],
] as const)("the firm %s on the start page has the colors derived from %s", ([name, typed]) => {
  const { light, dark } = deriveFirmColors(typed).fill;
  expect(sampleFirms[name]).toBe(`[--color-firm-fill:light-dark(${light},${dark})]`);
});
