import { afterAll, afterEach, expect, test, vi } from "vitest";
import { readLock } from "../../src/supervisor/lock.ts";
import { isSameProcess } from "../../src/supervisor/processes.ts";
import { runCommand, startCommand } from "./command.ts";
import { createProject } from "./project.ts";

const project = createProject();
const where = ["--dir", project.dir, "--data-dir", project.dataDir];
const ports = ["--port", "0", "--db-port", "0"];

afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await runCommand("stop", ...where);
  project.remove();
});

/**
 * Makes the next command run the statement when it receives SIGUSR2. No code catches an error in
 * it.
 */
function plantFault(statement: string): void {
  const code = `process.on("SIGUSR2", () => { ${statement} });`;
  vi.stubEnv("NODE_OPTIONS", `--import=data:text/javascript,${encodeURIComponent(code)}`);
}

const QUOTING = 'new RangeError("token eyJhbGciOi for person@example.test")';

test.runIf(process.platform !== "win32").each([
  ["an exception", `throw ${QUOTING}`],
  ["a rejection", `Promise.reject(${QUOTING})`],
])(
  "reports %s that no code catches, in one line without the error's message, and stops all processes",
  async (_what, statement) => {
    plantFault(statement);
    const running = startCommand("start", ...where, ...ports);
    await running.untilPrinted("Ctrl-C");
    const { children = [] } = readLock(project.dataDir) ?? {};
    expect(children).toHaveLength(2);
    running.process.kill("SIGUSR2");
    const { code, stderr } = await running.finished;
    expect(code).toBe(1);
    const said = stderr.split("\n").filter((line) => !line.startsWith("For development"));
    expect(said).toEqual([
      expect.stringMatching(
        /^The local backend crashed \(RangeError.*\)\. To report this, open an issue in the Dossier repository\. All processes of the backend have stopped\.$/,
      ),
      "",
    ]);
    expect(stderr).not.toMatch(/eyJ|@/);
    expect(children.filter(isSameProcess)).toEqual([]);
    expect(readLock(project.dataDir)).toBeUndefined();
  },
);

test.runIf(process.platform !== "win32")(
  "stops all processes after an uncaught error during a start",
  async () => {
    plantFault(`throw ${QUOTING}`);
    const running = startCommand("start", ...where, ...ports);
    const started = () => readLock(project.dataDir)?.children.length ?? 0;
    await expect.poll(started, { interval: 5, timeout: 15_000 }).toBeGreaterThan(0);
    const { children = [] } = readLock(project.dataDir) ?? {};
    running.process.kill("SIGUSR2");
    expect((await running.finished).code).toBe(1);
    expect(children.filter(isSameProcess)).toEqual([]);
    expect(readLock(project.dataDir)).toBeUndefined();
  },
);
