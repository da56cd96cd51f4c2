// Usage: node src/main.ts [NAME …]. Runs the named cases one after the other, or all cases.
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { CASES, type Case, findCase } from "./cases.ts";
import { type Figure, formatFigure, formatSummary, isReached } from "./report.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** A subfolder, because `npm test` counts the files in `reports` as test results. */
const REPORTS = here("../reports/figures");

function runApart({ name }: Case): Promise<Figure[]> {
  return new Promise((resolve, reject) => {
    const child = fork(here("./run-case.ts"), [name], {
      execArgv: ["--expose-gc"],
      // auth-js logs each failure to the console. Show its output only if the case itself fails.
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let output = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    let figures: Figure[] | undefined;
    child.on("message", (message) => {
      figures = message as Figure[];
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0 && figures) resolve(figures);
      else reject(new Error(`${name} ended with ${code} and without figures.\n${output}`));
    });
  });
}

function save({ id, name }: Case, figures: readonly Figure[]): void {
  mkdirSync(REPORTS, { recursive: true });
  const report = {
    case: name,
    at: new Date().toISOString(),
    node: process.version,
    cpu: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
    figures: figures.map((figure) => ({ ...figure, isReached: isReached(figure) })),
  };
  writeFileSync(`${REPORTS}/${id}-${name}.json`, `${JSON.stringify(report, null, 2)}\n`);
}

function choose(names: readonly string[]): Case[] {
  if (names.length === 0) return [...CASES];
  return names.map((name) => {
    const found = findCase(name);
    if (found) return found;
    const known = CASES.map((entry) => `${entry.id} ${entry.name}`).join(", ");
    console.error(`There is no case ${name}. There are: ${known}.`);
    return process.exit(2);
  });
}

const wanted = process.argv.slice(2).filter((argument) => argument !== "--");
const all: Figure[] = [];
for (const entry of choose(wanted)) {
  try {
    const figures = await runApart(entry);
    save(entry, figures);
    all.push(...figures);
    for (const figure of figures) console.log(formatFigure(figure));
  } catch (error) {
    console.error(`${entry.id} ${entry.name} · failed · ${String(error)}`);
    process.exitCode = 1;
  }
}
console.log(formatSummary(all));
