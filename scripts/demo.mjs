import { spawn, spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseDemoOptions } from "./demo-options.mjs";
import { endOrphanedServers, recordServer } from "./orphaned-servers.mjs";
import { requireFreePort } from "./ports.mjs";
import { root } from "./toolchain.mjs";

const HOST = "127.0.0.1";
const NOTES = join(root, ".tools");
// Import by path. A dependency in package.json would make the hash of every Turborepo task depend
// on the backend.
const backendUrl = pathToFileURL(join(root, "packages", "local-backend", "dist", "index.js"));
const { startLocalBackend } = await import(backendUrl.href);
/**
 * Rate limits for all visitors together: the backend receives all requests from the web server's IP
 * address. The web server itself has no rate limit in demo mode.
 */
const DEMO_LIMITS = { token_refresh: 6000, sign_in_sign_ups: 1200, token_verifications: 1200 };
const HEALTH_ATTEMPTS = 240;
const HEALTH_PAUSE_MS = 250;

/**
 * Starts a program in its own process group, so that Ctrl-C reaches only this script, which stops
 * the web app before the backend.
 */
function startNode(cwd, args, variables = {}) {
  return spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "inherit"],
    detached: process.platform !== "win32",
  });
}

function startWeb({ port, isDev }, variables) {
  const web = join(root, "apps", "web");
  const next = join(web, "node_modules", "next", "dist", "bin", "next");
  if (isDev) spawnSync(process.execPath, ["scripts/copy-pdfjs.ts"], { cwd: web, stdio: "inherit" });
  const command = isDev ? "dev" : "start";
  return startNode(web, [next, command, "-H", HOST, "-p", `${port}`], variables);
}

function watchSdk() {
  const sdk = join(root, "packages", "backend-client");
  const tsup = join(sdk, "node_modules", "tsup", "dist", "cli-default.js");
  const watch = startNode(sdk, [tsup, "--watch"]);
  watch.stdout.pipe(process.stdout);
  return watch;
}

function describe(answer, isHosted) {
  try {
    const { ok: _ok, ...parts } = JSON.parse(answer);
    const silent = Object.keys(parts).filter((part) => parts[part] === false);
    return `reports that these parts of the backend fail: ${silent.join(", ")}. ${isHosted ? "Check the address and the key of the backend" : "See the lines above"}`;
  } catch {
    return `returned ${JSON.stringify(answer.slice(0, 80))}`;
  }
}

async function waitUntilHealthy(address, web, isHosted) {
  let last;
  for (let attempt = 0; attempt < HEALTH_ATTEMPTS; attempt += 1) {
    if (web.exitCode !== null)
      throw new Error("The web app stopped while starting. See the lines above.");
    try {
      const response = await fetch(`${address}/api/health`);
      last = await response.text();
      if (response.ok && JSON.parse(last).ok) return;
    } catch {
      // The server does not listen yet.
    }
    await new Promise((next) => setTimeout(next, HEALTH_PAUSE_MS));
  }
  throw new Error(
    last === undefined
      ? `The web app did not respond at ${address}. See the lines above.`
      : `The web app is running, but its health page ${describe(last, isHosted)}.`,
  );
}

async function main() {
  const options = parseDemoOptions(process.argv.slice(2), process.env);
  const { hosted } = options;
  const address = `http://${HOST}:${options.port}`;
  const ended = await endOrphanedServers(NOTES);
  if (ended.length > 0) console.log("Stopped a web app left over from an earlier start.");
  await requireFreePort("PORT", options.port);

  // If the user presses Ctrl-C during the start of the backend, stop only after the start.
  let backend;
  let web;
  let sdk;
  let forgetServer;
  let stopping;
  const stop = (code) => {
    stopping ??= (async () => {
      sdk?.kill("SIGTERM");
      if (web && web.exitCode === null) {
        web.kill("SIGTERM");
        await new Promise((done) => web.once("exit", done));
      }
      forgetServer?.();
      await backend?.stop();
      process.exit(code);
    })();
    return stopping;
  };
  let isStarting = true;
  let isUnwanted = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (!stopping && !isUnwanted) console.log("\nStopping…");
      isUnwanted = true;
      if (!isStarting) stop(0);
    });
  }

  if (!hosted) {
    const dataDir = options.dataDir ? resolve(options.dataDir) : join(root, ".dossier");
    console.log("Starting the local backend…");
    backend = await startLocalBackend({
      dir: join(root, "supabase"),
      dataDir,
      fresh: options.fresh,
      seed: true,
      ports: { api: options.backendPort, db: 0 },
      config: {
        auth: { site_url: address, rate_limit: DEMO_LIMITS },
        edge_runtime: { secrets: { SITE_URL: address } },
      },
      log: (line) => console.log(line),
    });
  }

  const variables = backend
    ? {
        NEXT_PUBLIC_SUPABASE_URL: backend.urls.api,
        NEXT_PUBLIC_SUPABASE_ANON_KEY: backend.keys.publishable,
        DOSSIER_DEMO: "1",
        DOSSIER_MAILBOX_URL: backend.urls.mailbox,
      }
    : {};
  isStarting = false;
  if (isUnwanted) return stop(0);
  backend?.failed.then((error) => {
    console.error(error.message);
    stop(1);
  });

  if (options.isDev) sdk = watchSdk();
  web = startWeb(options, variables);
  forgetServer = recordServer(NOTES, { port: options.port, pid: web.pid });
  // Discard Next's start banner, because this script prints the same information.
  web.stdout.resume();
  web.on("exit", () => {
    if (stopping) return;
    console.error(
      `The web app stopped unexpectedly${backend ? "; stopping the backend too" : ""}.`,
    );
    stop(1);
  });

  try {
    await waitUntilHealthy(address, web, Boolean(hosted));
  } catch (error) {
    console.error(error.message);
    return stop(1);
  }
  web.stdout.pipe(process.stdout);
  if (!stopping) console.log(backend ? demoBlock(address, backend) : hostedBlock(address, hosted));
}

function hostedBlock(address, { url }) {
  return `
  Dossier is running at ${address}
  Backend   ${url} (from the environment; no local backend was started)
  Stop      Ctrl-C
`;
}

function demoBlock(address, backend) {
  return `
  Dossier is running.

  Web        ${address}
  Mailbox    ${backend.urls.mailbox}   all emails and codes arrive here
  Sign in    olivia@harbour.example   owner
             adam@harbour.example     admin
             mia@harbour.example      member
             Password for all three: dossier-demo
  Data       ${backend.dataDir}
             remains after you stop the demo; to delete it and start over: npm start -- --fresh
  Stop       Ctrl-C
`;
}

main().catch((error) => {
  console.error(error.message);
  if (error.code === "already_running") {
    console.error(
      "To stop it, press Ctrl-C in its terminal. To choose another directory: DOSSIER_DATA_DIR=… npm start",
    );
  }
  process.exit(1);
});
