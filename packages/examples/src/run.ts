import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { cleanEnvironment } from "../../backend-client/test/consumers/package.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function run(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<boolean> {
  console.log(`\n› ${[command, ...args].join(" ")}`);
  const running = spawn(command, args, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  // Exit only after the command, so that the command does not keep running in the background.
  const interrupt = (signal: NodeJS.Signals) => {
    running.once("exit", () => process.exit(128 + constants.signals[signal]));
    // Playwright stops the app and the backend only after SIGINT.
    running.kill("SIGINT");
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    const [code] = await once(running, "exit");
    return code === 0;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
