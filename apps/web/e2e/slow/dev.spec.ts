import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

const DEMO = fileURLToPath(new URL("../../../../scripts/demo.mjs", import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Returns the command lines of the processes whose environment contains the text. Linux only. */
function processesWith(text: string): string[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    try {
      const isFound = readFileSync(`/proc/${id}/environ`, "utf8").includes(text);
      return isFound ? [readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ")] : [];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}

test("pnpm dev prints its addresses and serves the app, and no process is left after Ctrl-C", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "dossier-dev-"));
  const { NEXT_PUBLIC_SUPABASE_URL: _url, SUPABASE_URL: _url2, ...env } = process.env;
  const port = await freePort();
  const demo = spawn(process.execPath, [DEMO, "--dev"], {
    env: {
      ...env,
      NODE_ENV: "development",
      PORT: `${port}`,
      BACKEND_PORT: `${await freePort()}`,
      DOSSIER_DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(demo, "exit");
  try {
    let printed = "";
    for (const stream of [demo.stdout, demo.stderr]) {
      stream.on("data", (chunk) => {
        printed += chunk;
      });
    }
    const hasStarted = () => demo.exitCode !== null || printed.includes("Ctrl-C");
    await expect.poll(hasStarted, { timeout: 240_000 }).toBe(true);
    expect(printed).toContain("Dossier is running.");
    expect(printed).toContain(`Web        http://127.0.0.1:${port}`);
    expect(printed).toMatch(/Mailbox {4}http:\S+/);
    expect(printed).toContain("Password for all three: dossier-demo");
    const page = await fetch(`http://127.0.0.1:${port}/sign-in`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Sign in");
    if (process.platform === "linux") expect(processesWith(dataDir).length).toBeGreaterThan(2);
  } finally {
    demo.kill("SIGINT");
    const [code] = await ended;
    expect(code).toBe(0);
    if (process.platform === "linux") {
      await expect.poll(() => processesWith(dataDir), { timeout: 30_000 }).toEqual([]);
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
});
