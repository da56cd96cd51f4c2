// Usage: node src/main.ts [--start] [NAME …]. Tests the packed SDK in the apps, or starts one app.
import { start } from "./start.ts";
import { Suite } from "./suite.ts";
import { findTargets } from "./targets.ts";

async function main(words: string[]): Promise<void> {
  const targets = findTargets(words.filter((word) => word !== "--start"));
  if (words.includes("--start")) {
    const [target] = targets;
    if (words.length < 2 || !target)
      throw new Error("Name the example to start, such as `pnpm examples --start express`.");
    await start(target);
    return;
  }
  const suite = new Suite();
  await suite.run(targets);
  const { passed, failed } = suite;
  if (failed.length > 0) console.log(`\nFailed:\n${failed.join("\n")}`);
  console.log(`\n${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
