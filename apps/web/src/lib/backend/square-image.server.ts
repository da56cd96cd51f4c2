import "server-only";
import { readImageSize } from "@/lib/backend/image-size";
import { imageUrl } from "@/lib/backend/image-url";

/** An image with longer metadata counts as not square. */
const HEAD_BYTES = 262_144;
const TIMEOUT_MILLISECONDS = 1_000;
const MAX_KNOWN = 1_000;
const RETRY_AFTER_MILLISECONDS = 60_000;

/**
 * As a fraction of the longer side. With a smaller difference between the sides, an image looks
 * square at 16 px.
 */
const TOLERANCE = 0.02;

// Shapes by path. An uploaded image always has a new path, so the shape for a path never changes.
const known = new Map<string, { result: Promise<boolean>; isSquare?: boolean }>();

async function measure(path: string): Promise<boolean> {
  const response = await fetch(imageUrl(path), {
    cache: "no-store",
    headers: { range: `bytes=0-${HEAD_BYTES - 1}` },
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`Storage returned ${response.status}.`);
  }
  const size = readImageSize(new Uint8Array(await response.arrayBuffer()));
  if (!size) return false;
  const { width, height } = size;
  return Math.abs(width - height) <= TOLERANCE * Math.max(width, height);
}

/**
 * Measures whether a public image is square. Caches the result, because every page of a firm needs
 * it. If storage does not return the image, caches false for a minute.
 */
export function measureSquareImage(path: string): Promise<boolean> {
  const earlier = known.get(path);
  if (earlier) return earlier.result;
  const entry: { result: Promise<boolean>; isSquare?: boolean } = {
    result: measure(path)
      .catch(() => {
        setTimeout(() => known.delete(path), RETRY_AFTER_MILLISECONDS).unref();
        return false;
      })
      .then((isSquare) => {
        entry.isSquare = isSquare;
        return isSquare;
      }),
  };
  const [oldest] = known.keys();
  if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  known.set(path, entry);
  return entry.result;
}

/**
 * Returns whether a public image is square, without waiting for storage. Undefined if this process
 * has not measured the image yet.
 */
export const isKnownSquareImage = (path: string): boolean | undefined => known.get(path)?.isSquare;
