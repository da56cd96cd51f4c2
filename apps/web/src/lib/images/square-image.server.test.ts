import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toSmallLogo } from "@/lib/images/small-image.server";

vi.mock("server-only", () => ({}));
vi.mock("@/lib/backend/image-url", () => ({ imageUrl: (path: string) => `http://images/${path}` }));
const { isKnownSquareImage, measureSquareImage } = await import("@/lib/images/square-image.server");

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0d5f66" } })
    .png()
    .toBuffer();

const storage = vi.fn<typeof fetch>();
const answerWithBytes = (bytes: Uint8Array) =>
  storage.mockResolvedValueOnce(new Response(new Uint8Array(bytes)));
const answerWith = async (width: number, height: number) =>
  answerWithBytes(await picture(width, height));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", storage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  storage.mockReset();
});

test.each([
  [96, 96, true],
  [512, 400, true],
  [400, 512, true],
  [512, 350, false],
  [120, 300, false],
])(
  "measureSquareImage returns whether an image of %d × %d px is square: %s",
  async (width, height, isSquare) => {
    await answerWith(width, height);
    expect(await measureSquareImage(`logos/${width}-${height}.png`)).toBe(isSquare);
  },
);

test.each([
  [300, 100, false],
  [100, 130, true],
  [96, 96, true],
])(
  "measureSquareImage ignores the transparent edges of a logo that was made from %d × %d px: %s",
  async (width, height, isSquare) => {
    const name = `${width}-${height}.png`;
    const { bytes } = await toSmallLogo(
      new File([new Uint8Array(await picture(width, height))], name),
      "firm",
    );
    answerWithBytes(bytes ?? new Uint8Array());
    expect(await measureSquareImage(`logos/small-${name}`)).toBe(isSquare);
  },
);

test("measureSquareImage returns false for a damaged image", async () => {
  const whole = await picture(400, 400);
  answerWithBytes(whole.subarray(0, whole.length / 2));
  expect(await measureSquareImage("logos/damaged.png")).toBe(false);
});

test("measureSquareImage reads an image from storage only once, even for two simultaneous calls", async () => {
  await answerWith(40, 40);
  const both = [measureSquareImage("logos/once.png"), measureSquareImage("logos/once.png")];
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(storage).toHaveBeenCalledTimes(1);
});

test("isKnownSquareImage returns undefined for an image that has not been measured yet", async () => {
  expect(isKnownSquareImage("logos/known.png")).toBeUndefined();
  expect(storage).not.toHaveBeenCalled();
  await answerWith(40, 40);
  const result = measureSquareImage("logos/known.png");
  expect(isKnownSquareImage("logos/known.png")).toBeUndefined();
  await result;
  expect(isKnownSquareImage("logos/known.png")).toBe(true);
});

test("measureSquareImage returns false while storage is unavailable, and reads the image again after a minute", async () => {
  storage.mockRejectedValueOnce(new TypeError("fetch failed"));
  expect(await measureSquareImage("logos/outage.png")).toBe(false);
  expect(await measureSquareImage("logos/outage.png")).toBe(false);
  expect(storage).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await answerWith(40, 40);
  expect(await measureSquareImage("logos/outage.png")).toBe(true);
});
