// Runs one case in a process of its own, so that no case meets what another one left behind:
// compiled code, filled caches, garbage. The figures go to the parent.
import { findCase } from "./cases.ts";

const found = findCase(process.argv[2] ?? "");
if (!found) throw new Error("Name a case.");
const { run } = await found.load();
const figures = await run();
process.send?.(figures, () => process.exit(0));
