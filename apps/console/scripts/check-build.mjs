// Requests a page from the built console, to check that `start` can load the build.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const child = spawn(process.execPath, [main], {
  env: { PATH: process.env.PATH, PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = once(child, "exit");
try {
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  const address = /http:\/\/\S+/.exec(String(line))?.[0];
  if (!address) throw new Error("dist/main.js ended before it printed its address.");
  const page = await fetch(`${address}/sign-in`);
  if (!page.ok || !(await page.text()).includes("<h1>Sign in")) {
    throw new Error(`${address}/sign-in returned ${page.status}.`);
  }
} finally {
  child.kill("SIGTERM");
}
const [code] = await ended;
if (code !== 0) throw new Error(`dist/main.js ended with ${code} after SIGTERM.`);
