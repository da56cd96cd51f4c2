#!/usr/bin/env node
const OLDEST = [22, 18] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  const wanted = OLDEST.join(".");
  process.stderr.write(
    `The local backend needs Node ${wanted} or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  // Import this module only now, because an older Node cannot load it.
  const { runCommandLine } = await import("./cli/command-line.ts");
  await runCommandLine();
}
