import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { webUrl } from "../e2e/addresses";
import type { Person } from "../e2e/people";

const FOLDER = fileURLToPath(new URL("../../../docs/screenshots", import.meta.url));

/**
 * Browser settings by mode. Every screen is saved in `light` and `320`, and two screens also in
 * `dark`.
 */
const MODES = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  "320": {
    viewport: { width: 320, height: 640 },
    colorScheme: "light",
    deviceScaleFactor: 2,
    hasTouch: true,
  },
} as const;

type Mode = keyof typeof MODES;

/** One screen: its file name, its path, and the steps that prepare it. */
export type Shot = {
  name: string;
  path: string;
  isAlsoDark?: boolean;
  prepare?: (page: Page) => Promise<void>;
};

async function keep(page: Page, name: string, mode: Mode): Promise<void> {
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  mkdirSync(FOLDER, { recursive: true });
  // The screens have few colors, so a palette reduces the size to a quarter without a visible loss.
  await sharp(picture)
    .png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
    .toFile(join(FOLDER, `${name}-${mode}.png`));
}

export async function takeAll(browser: Browser, person: Person, shots: Shot[]): Promise<void> {
  const storageState = await person.context.storageState();
  for (const mode of Object.keys(MODES) as Mode[]) {
    const context = await browser.newContext({
      baseURL: webUrl,
      storageState,
      // Use British English and London's time zone, because the demo firm is in London.
      locale: "en-GB",
      timezoneId: "Europe/London",
      ...MODES[mode],
    });
    const page = await context.newPage();
    for (const { name, path, prepare, isAlsoDark } of shots) {
      if (mode === "dark" && !isAlsoDark) continue;
      await page.goto(path, { waitUntil: "networkidle" });
      await prepare?.(page);
      await keep(page, name, mode);
    }
    await context.close();
  }
}
