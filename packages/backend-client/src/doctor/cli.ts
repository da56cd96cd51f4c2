#!/usr/bin/env node
const OLDEST = [22, 18] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  const { node } = process.versions;
  process.stderr.write(
    `backend-client needs Node ${OLDEST.join(".")} or newer; this is ${node}.\n`,
  );
  process.exitCode = 1;
} else {
  // Import after the version check, because an older Node may not load the command's modules.
  const { runCommandLine } = await import("./command-line.js");
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    dir: process.cwd(),
    variables: process.env,
    now: Date.now,
    out: process.stdout,
    errors: process.stderr,
  });
}

export {};
