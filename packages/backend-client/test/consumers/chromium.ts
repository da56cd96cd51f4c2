import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type LaunchOptions } from "playwright";

const file = fileURLToPath(new URL("../../../../.tools/chromium-path", import.meta.url));
const executablePath = existsSync(file)
  ? readFileSync(file, "utf8").trim()
  : process.env.CHROMIUM_PATH;

export function launchChromium({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...args],
  });
}
