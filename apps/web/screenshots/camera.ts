import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { webUrl } from "../e2e/addresses";
import type { Person } from "../e2e/people";

const FOLDER = fileURLToPath(new URL("../../../docs/screenshots", import.meta.url));

/** The modes of a picture. Every screen is kept wide and narrow in light, two also in dark. */
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

/** One screen: its file name, its address, and what brings it into the shown state. */
export type Shot = {
  name: string;
  path: string;
  isAlsoDark?: boolean;
  prepare?: (page: Page) => Promise<void>;
};

async function keep(page: Page, name: string, mode: Mode): Promise<void> {
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  mkdirSync(FOLDER, { recursive: true });
  // Flat colours: a palette keeps them sharp at a quarter of the bytes.
  await sharp(picture)
    .png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
    .toFile(join(FOLDER, `${name}-${mode}.png`));
}

/** Takes pictures of screens with the session of a person. */
export async function takeAll(browser: Browser, person: Person, shots: Shot[]): Promise<void> {
  const storageState = await person.context.storageState();
  for (const mode of Object.keys(MODES) as Mode[]) {
    const context = await browser.newContext({
      baseURL: webUrl,
      storageState,
      // Where the demo firm is at home.
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
