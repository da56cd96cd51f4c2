import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CountingProxy } from "./counting-proxy.js";

const RESUMABLE = "/storage/v1/upload/resumable";
const FILE_BYTES = 13 * 1024 * 1024;
/** Long enough for the upload on a busy machine. */
const SLOW = { timeout: 45_000 };

export function describeUploads(
  openTab: () => Promise<{ tab: Page; backend: CountingProxy }>,
): void {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "backend-client-upload-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const createFile = (): string => {
    const file = join(folder, `${crypto.randomUUID()}.txt`);
    writeFileSync(file, new Uint8Array(FILE_BYTES).fill(65));
    return file;
  };
  const choose = async (tab: Page, file: string): Promise<void> => {
    await tab.goto(new URL("/upload", tab.url()).href);
    await tab.waitForSelector("[type=file]");
    await tab.setInputFiles("[type=file]", file);
  };
  const stateOf = (tab: Page) => tab.textContent("text=/^upload /");

  it("continues a large upload after a lost connection, a reload and a new token", async () => {
    const { tab, backend } = await openTab();
    const file = createFile();
    let lost = 0;
    await tab.route(
      (url) => url.pathname.startsWith(`${RESUMABLE}/`),
      (route) => {
        lost += 1;
        return route.abort("connectionreset");
      },
    );
    await choose(tab, file);
    await expect.poll(() => lost, SLOW).toBeGreaterThan(0);
    expect(await stateOf(tab)).toMatch(/^upload uploading [4-9]\d /);
    await tab.unrouteAll({ behavior: "ignoreErrors" });

    await tab.reload();
    await tab.waitForSelector("[type=file]");
    await tab.click("text=New token");
    await expect.poll(() => backend.count("POST /auth/v1/token")).toBeGreaterThan(1);
    await tab.setInputFiles("[type=file]", file);
    await expect.poll(() => stateOf(tab), SLOW).toMatch(/^upload done 100 /);
    expect(backend.count(`POST ${RESUMABLE}`)).toBe(1);
  });

  it("continues a large upload automatically when the connection returns", async () => {
    const { tab, backend } = await openTab();
    let lost = 0;
    await tab.route(
      (url) => url.pathname.startsWith(`${RESUMABLE}/`),
      (route) => {
        if (route.request().method() !== "PATCH" || lost > 0) return route.continue();
        lost += 1;
        return route.abort("connectionreset");
      },
    );
    await choose(tab, createFile());
    await expect.poll(() => stateOf(tab), SLOW).toMatch(/^upload done 100 /);
    expect([lost, backend.count(`POST ${RESUMABLE}`)]).toEqual([1, 1]);
  });
}
