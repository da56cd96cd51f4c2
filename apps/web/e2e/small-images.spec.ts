import { randomBytes } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { MAX_IMAGE_BYTES } from "../src/lib/images/limits";
import { createFirm } from "./fixtures/firms";
import { expect, test } from "./test";

/** Noise cannot be compressed, so this PNG has 1.9 MB. */
async function largePng() {
  const raw = { width: 900, height: 704, channels: 3 } as const;
  const buffer = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .png()
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(1_900_000);
  return { name: "large.png", mimeType: "image/png", buffer };
}

async function expectSmall(page: Page, image: Locator, format: string) {
  const response = await page.request.get((await image.getAttribute("src")) ?? "");
  const served = await response.body();
  expect(served.length).toBeLessThanOrEqual(20_000);
  const { width, height, ...rest } = await sharp(served).metadata();
  expect([width, height, rest.format]).toEqual([96, 96, format]);
  expect(response.headers()["content-type"]).toBe(`image/${format}`);
}

// S-3.35, S-2.32
test("a logo of 1.9 MB is served as a small PNG of 96 × 96 pixels, and an SVG file is refused", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/brand`);
  const logo = page.getByRole("region", { name: "Logo", exact: true });
  const input = logo.getByLabel("Choose an image");
  await input.setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  });
  const refusal = logo.getByText("This file is not a PNG, JPEG or WebP image, or it is damaged.");
  await expect(refusal).toBeVisible();
  await expect(input).toBeFocused();
  await input.setInputFiles(await largePng());
  await expect(logo.getByText("You saved the logo.")).toBeVisible();
  await expect(refusal).toHaveCount(0);
  await expect(input).toBeFocused();
  await expectSmall(page, logo.locator("img"), "png");

  await input.setInputFiles({
    name: "huge.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(MAX_IMAGE_BYTES + 1),
  });
  await expect(
    logo.getByText("This image is too large. Choose one that is 2\u00a0MB or smaller."),
  ).toBeVisible();
  await expect(logo.getByText("You saved the logo.")).toHaveCount(0);
});

// S-2.65, S-3.35
test("without scripts, a user can upload and remove a logo and a profile picture", async ({
  join,
}) => {
  const owner = await join("Ines Novak", { javaScriptEnabled: false });
  const { path } = await createFirm(owner);
  const { page } = owner;
  const file = await largePng();

  await page.goto(`${path}/settings/brand`);
  // Without scripts, a form that the server sends later stays outside its section, so do not look
  // for it in the section.
  const logo = page.getByRole("form", { name: "Logo" });
  await logo.getByRole("button", { name: "Save logo" }).click();
  await expect(logo.getByText("Choose an image first.")).toBeVisible();
  await logo.getByLabel("Choose an image").setInputFiles(file);
  await logo.getByRole("button", { name: "Save logo" }).click();
  await expect(logo.getByText("You saved the logo.")).toBeVisible();
  await expectSmall(page, logo.locator("img"), "png");
  await logo.getByRole("button", { name: "Remove logo" }).click();
  await expect(logo.getByText("You removed the logo.")).toBeVisible();
  await expect(logo.locator("img")).toHaveCount(0);

  await page.goto("/account");
  await page.getByLabel("Choose a picture").setInputFiles(file);
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText("You changed your picture.")).toBeVisible();
  const picture = page.getByRole("img", { name: "Your picture" });
  await expectSmall(page, picture, "webp");
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("You removed your picture.")).toBeVisible();
  await expect(picture).toHaveCount(0);
});
