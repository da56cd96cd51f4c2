// A process of its own, so that compiled code, caches and garbage of other cases have no effect.
import { findCase } from "./cases.ts";

const found = findCase(process.argv[2] ?? "");
if (!found) throw new Error("Name a case.");
const { run } = await found.load();
const figures = await run();
process.send?.(figures, () => process.exit(0));
