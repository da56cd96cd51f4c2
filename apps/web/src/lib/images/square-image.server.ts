import "server-only";
import { imageUrl } from "@/lib/backend/image-url";
import { decode } from "@/lib/images/decoder.server";

const TIMEOUT_MILLISECONDS = 1_000;
const MAX_KNOWN = 1_000;
const RETRY_AFTER_MILLISECONDS = 60_000;

/**
 * Minimum ratio of the shorter to the longer side at which an image is easy to recognize at 16 px.
 */
const MIN_RATIO = 0.75;

// Results by path. An uploaded image always has a new path, so the result for a path never changes.
const known = new Map<string, { result: Promise<boolean>; isSquare?: boolean }>();

async function measure(path: string): Promise<boolean> {
  const response = await fetch(imageUrl(path), {
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`Storage returned ${response.status}.`);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { width, height } = await decode(path, ({ readVisibleSize }) => readVisibleSize(bytes));
  return Math.min(width, height) >= MIN_RATIO * Math.max(width, height);
}

/**
 * Measures whether the visible part of a public image is about square. Caches the result, because
 * every page of a firm needs it. If the measurement fails, caches false for a minute.
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
 * Returns whether a public image is about square, without waiting for storage. Undefined if this
 * process has not measured the image yet.
 */
export const isKnownSquareImage = (path: string): boolean | undefined => known.get(path)?.isSquare;
