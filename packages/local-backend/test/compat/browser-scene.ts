import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright";

/** Chromium resolves this host name to 127.0.0.1, because of `--host-resolver-rules`. */
const FOREIGN_HOST = "foreign.example";

export interface BrowserScene {
  browser: Browser;
  localPage: string;
  foreignPage: string;
  stop(): Promise<void>;
}

function findChromium(): string | undefined {
  const file = join(import.meta.dirname, "../../../../.tools/chromium-path");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : process.env.CHROMIUM_PATH;
}

export async function createBrowserScene(): Promise<BrowserScene> {
  const require = createRequire(import.meta.url);
  const library = join(
    dirname(require.resolve("@supabase/supabase-js/package.json")),
    "dist/umd/supabase.js",
  );
  const server = createServer((request, response) => {
    const isLibrary = request.url === "/supabase.js";
    response.setHeader("content-type", isLibrary ? "text/javascript" : "text/html");
    response.end(
      isLibrary
        ? readFileSync(library)
        : '<!doctype html><title>Page</title><script src="/supabase.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`,
    ],
  });
  return {
    browser,
    localPage: `http://localhost:${port}/`,
    foreignPage: `http://${FOREIGN_HOST}:${port}/`,
    async stop() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
