// Runs one case in its own process, so that other cases do not affect its caches and its memory.
import { findCase } from "./cases.ts";

const found = findCase(process.argv[2] ?? "");
if (!found) throw new Error("Name a case.");
const { run } = await found.load();
const figures = await run();
process.send?.(figures, () => process.exit(0));
