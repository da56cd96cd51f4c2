import sharp from "sharp";
import { expect, test } from "vitest";
import { readImageSize } from "@/lib/backend/image-size";

const image = sharp({
  create: {
    width: 301,
    height: 127,
    channels: 4,
    background: { r: 13, g: 95, b: 102, alpha: 0.5 },
  },
});

const FORMATS = {
  png: () => image.clone().png(),
  "baseline JPEG": () => image.clone().jpeg(),
  "progressive JPEG with metadata": () =>
    image
      .clone()
      .withExif({ IFD0: { Copyright: "x".repeat(5_000) } })
      .jpeg({ progressive: true }),
  "lossy WebP": () => image.clone().removeAlpha().webp(),
  "lossless WebP": () => image.clone().removeAlpha().webp({ lossless: true }),
  "transparent WebP": () => image.clone().webp(),
};

test.each(Object.entries(FORMATS))("readImageSize reads the size of a %s", async (_, encode) => {
  expect(readImageSize(await encode().toBuffer())).toEqual({ width: 301, height: 127 });
});

test("readImageSize returns null for bytes in another format, and for a truncated header", async () => {
  const jpeg = await FORMATS["progressive JPEG with metadata"]().toBuffer();
  expect(readImageSize(jpeg.subarray(0, 1_000))).toBeNull();
  expect(readImageSize(new TextEncoder().encode("<svg>".repeat(20)))).toBeNull();
  expect(readImageSize(new Uint8Array())).toBeNull();
});
