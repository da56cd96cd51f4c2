import { randomBytes } from "node:crypto";
import sharp, { type Metadata } from "sharp";
import { expect, test } from "vitest";
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from "@/lib/images/limits";
import { toSmallAvatar, toSmallLogo } from "@/lib/images/small-image.server";

const TEAL = { r: 13, g: 95, b: 102, alpha: 1 };
const RGBA = [13, 95, 102, 255];
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

const plain = (width: number, height: number, background = TEAL) =>
  sharp({ create: { width, height, channels: 4, background } });
const noise = (width: number, height: number, channels: 3 | 4) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } });

const fileOf = (bytes: Uint8Array | string, name = "logo.png") =>
  new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name);

async function logoOf(file: unknown): Promise<Buffer> {
  const { bytes, problem } = await toSmallLogo(file, "firm");
  expect(problem).toBeNull();
  return Buffer.from(bytes ?? []);
}

const problemOf = async (bytes: Uint8Array | string) =>
  (await toSmallLogo(fileOf(bytes), "firm")).problem;

async function pixel(image: Buffer, left: number, top: number): Promise<number[]> {
  const one = sharp(image).ensureAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await one.raw().toBuffer())];
}

const shape = ({ format, width, height, pages = 1 }: Metadata) => [format, width, height, pages];

// S-3.35
test("toSmallLogo makes a PNG of 96 × 96 pixels from a PNG, a JPEG and a WebP, and keeps the color", async () => {
  for (const format of ["png", "jpeg", "webp"] as const) {
    const logo = await logoOf(fileOf(await plain(400, 400).toFormat(format).toBuffer()));
    expect(shape(await sharp(logo).metadata()), format).toEqual(["png", 96, 96, 1]);
    // JPEG and WebP compression may change a color value by one.
    const differences = (await pixel(logo, 48, 48)).map((value, index) =>
      Math.abs(value - (RGBA[index] ?? 0)),
    );
    expect(Math.max(...differences), format).toBeLessThanOrEqual(1);
  }
});

test("toSmallLogo keeps the exact color of a PNG and its transparency", async () => {
  const mark = await plain(100, 100).png().toBuffer();
  const file = await plain(300, 300, CLEAR)
    .composite([{ input: mark }])
    .png()
    .toBuffer();
  const logo = await logoOf(fileOf(file));
  expect(await pixel(logo, 48, 48)).toEqual(RGBA);
  expect((await pixel(logo, 2, 2))[3]).toBe(0);
});

test("toSmallLogo shows a wide logo whole, with transparent edges above and below", async () => {
  const logo = await logoOf(fileOf(await plain(300, 100).jpeg().toBuffer()));
  expect(shape(await sharp(logo).metadata())).toEqual(["png", 96, 96, 1]);
  const opacities = [10, 48, 85].map(async (top) => (await pixel(logo, 48, top))[3]);
  expect(await Promise.all(opacities)).toEqual([0, 255, 0]);
  expect((await pixel(logo, 0, 48))[3]).toBe(255);
});

test("toSmallLogo enlarges an image of one pixel", async () => {
  const logo = await logoOf(fileOf(await plain(1, 1).png().toBuffer()));
  expect(await pixel(logo, 95, 95)).toEqual(RGBA);
});

test("a logo has at most 11 kB and an avatar at most 20 kB, even if the uploaded image is noise", async () => {
  for (const size of [96, 800]) {
    const file = fileOf(
      await noise(size, size, size === 96 ? 4 : 3)
        .png()
        .toBuffer(),
    );
    expect((await logoOf(file)).length).toBeLessThan(11_000);
    const { bytes } = await toSmallAvatar(file, "user");
    expect(bytes?.length).toBeLessThan(20_000);
  }
});

test("toSmallAvatar makes a WebP of 96 × 96 pixels from the middle of a photo, upright and without metadata", async () => {
  const stripe = (background: string) => ({
    create: { width: 100, height: 200, channels: 3 as const, background },
  });
  // The photo is stored rotated: its left side is shown at the top.
  const photo = await sharp({
    create: { width: 400, height: 200, channels: 3, background: "#0f0" },
  })
    .composite([
      { input: stripe("#f00"), left: 100, top: 0 },
      { input: stripe("#00f"), left: 200, top: 0 },
    ])
    .withExif({ IFD0: { Copyright: "Ines Novak" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
  expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() });
  const { bytes } = await toSmallAvatar(fileOf(photo), "user");
  const avatar = Buffer.from(bytes ?? []);
  const metadata = await sharp(avatar).metadata();
  expect(shape(metadata)).toEqual(["webp", 96, 96, 1]);
  expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual(
    Array(4).fill(undefined),
  );
  expect(avatar.includes("Ines Novak")).toBe(false);
  const [top, bottom] = [await pixel(avatar, 48, 10), await pixel(avatar, 48, 85)];
  expect(top[0]).toBeGreaterThan(200);
  expect(bottom[2]).toBeGreaterThan(200);
});

test("toSmallLogo takes the first frame of an animated image", async () => {
  const frames = await Promise.all(
    [TEAL, { r: 255, g: 0, b: 0, alpha: 1 }].map((color) => plain(60, 60, color).png().toBuffer()),
  );
  const animated = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true, loop: 0, delay: [100, 100] })
    .toBuffer();
  expect(shape(await sharp(animated).metadata())).toEqual(["webp", 60, 60, 2]);
  expect(await pixel(await logoOf(fileOf(animated)), 48, 48)).toEqual(RGBA);
});

test("toSmallLogo refuses a missing, an empty and an oversized file", async () => {
  for (const missing of [null, "logo.png", new File([], "")]) {
    expect(await toSmallLogo(missing, "firm")).toEqual({ bytes: null, problem: "missing" });
  }
  const padded = new Uint8Array(MAX_IMAGE_BYTES + 1);
  padded.set(await plain(9, 9).png().toBuffer());
  expect(await problemOf(padded)).toBe("tooLarge");
  expect(await problemOf(padded.subarray(0, MAX_IMAGE_BYTES))).toBeNull();
});

test("toSmallLogo refuses an image of more than 25 million pixels, and damaged files", async () => {
  const side = Math.sqrt(MAX_IMAGE_PIXELS);
  const create = { width: side, height: side + 1, channels: 3 as const, background: "#000" };
  const bomb = await sharp({ create }).png({ compressionLevel: 6 }).toBuffer();
  expect(bomb.length).toBeLessThan(MAX_IMAGE_BYTES);
  expect(await problemOf(bomb)).toBe("tooManyPixels");
  const forged = Buffer.from(await plain(9, 9).png().toBuffer());
  forged.writeUInt32BE(0x7fffffff, 16);
  expect(await problemOf(forged)).toBe("unreadable");
  for (const format of ["png", "jpeg", "webp"] as const) {
    const whole = await noise(200, 200, 3).toFormat(format).toBuffer();
    for (const part of [0.01, 0.5, 0.98]) {
      const cut = whole.subarray(0, Math.round(whole.length * part));
      expect(await problemOf(cut), `${format} ${part}`).toBe("unreadable");
    }
  }
});

// S-3.35
test("toSmallLogo refuses SVG, GIF, TIFF, AVIF, PDF and text files, even if they are named like a PNG", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>';
  const others = [
    ...["hello", svg, `<?xml version="1.0"?>${svg}`, "%PDF-1.4"],
    ...(await Promise.all(
      (["gif", "tiff", "avif"] as const).map((format) => plain(9, 9).toFormat(format).toBuffer()),
    )),
  ];
  for (const other of others) expect(await problemOf(other)).toBe("unreadable");
});

test("toSmallLogo decodes the next image after it has refused an image", async () => {
  const good = fileOf(await plain(9, 9).png().toBuffer());
  const answers = await Promise.all([
    toSmallLogo(fileOf("no image"), "firm"),
    toSmallLogo(good, "other firm"),
  ]);
  expect(answers.map(({ problem }) => problem)).toEqual(["unreadable", null]);
});

test("toSmallLogo refuses a second image of an owner whose first image is in the queue, but accepts another owner's image", async () => {
  const good = fileOf(await plain(9, 9).png().toBuffer());
  const answers = await Promise.all(
    ["mallory", "mallory", "ines"].map((owner) => toSmallLogo(good, owner)),
  );
  expect(answers.map(({ problem }) => problem)).toEqual([null, "busy", null]);
  expect((await toSmallLogo(good, "mallory")).problem).toBeNull();
});

test("toSmallLogo refuses a twenty-first image while twenty images are in the queue", async () => {
  const good = fileOf(await plain(9, 9).png().toBuffer());
  const owners = Array.from({ length: 21 }, (_, no) => `owner ${no}`);
  const answers = await Promise.all(owners.map((owner) => toSmallLogo(good, owner)));
  const problems = answers.map(({ problem }) => problem);
  expect(problems.slice(0, 20)).toEqual(Array(20).fill(null));
  expect(problems[20]).toBe("busy");
});
