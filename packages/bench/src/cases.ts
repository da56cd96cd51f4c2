import type { Figure } from "./report.ts";

export interface Case {
  name: string;
  id: string;
  /** Imports the benchmark only when it runs, because benchmarks import large libraries. */
  load(): Promise<{ run(): Promise<Figure[]> }>;
}

export const CASES: readonly Case[] = [
  { id: "P1", name: "repeat-resolution", load: () => import("./cases/repeat-resolution.ts") },
  { id: "P2", name: "first-sight", load: () => import("./cases/first-sight.ts") },
  { id: "P3", name: "storms", load: () => import("./cases/storms.ts") },
  { id: "P4", name: "next-page", load: () => import("./cases/next-page.ts") },
  { id: "P5", name: "page-latency", load: () => import("./cases/page-latency.ts") },
  { id: "P6", name: "cookie-bytes", load: () => import("./cases/cookie-bytes.ts") },
  { id: "P7", name: "browser-weight", load: () => import("./cases/browser-weight.ts") },
  { id: "P8", name: "large-firm", load: () => import("./cases/large-firm.ts") },
  { id: "P9", name: "rest-gateway", load: () => import("./cases/rest-gateway.ts") },
  { id: "P10", name: "fresh-start", load: () => import("./cases/fresh-start.ts") },
  { id: "P11", name: "page-weight", load: () => import("./cases/page-weight.ts") },
  { id: "P12", name: "export-stream", load: () => import("./cases/export-stream.ts") },
  { id: "P13", name: "first-input", load: () => import("./cases/first-input.ts") },
  { id: "P14", name: "change-delivery", load: () => import("./cases/change-delivery.ts") },
];

export function findCase(wanted: string): Case | undefined {
  const text = wanted.toLowerCase();
  return CASES.find(({ id, name }) => id.toLowerCase() === text || name === text);
}
