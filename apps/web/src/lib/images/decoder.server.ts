import "server-only";
import type { Sharp } from "sharp";
import { MAX_IMAGE_PIXELS } from "@/lib/images/limits";

const TIMEOUT_SECONDS = 10;
/** Maximum number of images in the queue. Each image holds up to 2 MiB. */
const MAX_WAITING = 20;
const WITH_SIZE = { resolveWithObject: true } as const;

/** libvips has decoders for many more formats, such as SVG. Decision 102 says why they are off. */
const DECODERS = ["Png", "Jpeg", "Webp"].map((format) => `VipsForeignLoad${format}Buffer`);

/** Imports sharp when the first image arrives, because most processes never decode an image. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: DECODERS });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

export type Decoder = {
  /** Throws if the bytes are not a PNG, JPEG or WebP. Reads no pixels. */
  readSize: (bytes: Uint8Array) => Promise<{ width: number; height: number }>;
  /**
   * Opens the first frame of an image, upright. The result fails if the image is damaged, incomplete
   * or too large.
   */
  open: (bytes: Uint8Array) => Sharp;
  /** Measures an image without its transparent edges. Throws if the image is damaged. */
  readVisibleSize: (bytes: Uint8Array) => Promise<{ width: number; height: number }>;
};

/** The queue is full, or the owner already has an image in the queue. */
export class DecoderBusyError extends Error {}

let previous: Promise<unknown> = Promise.resolve();
const owners = new Set<string>();

/**
 * Decodes one image at a time, because an image can need 200 MB of memory and occupy one of Node's
 * four worker threads for a second. Each owner may have only one image in the queue, so that no
 * owner can fill it.
 * @param owner the user or firm whose image it is, or the path of a stored image
 * @throws DecoderBusyError if the owner has an image in the queue, or the queue is full
 */
export async function decode<T>(owner: string, work: (decoder: Decoder) => Promise<T>): Promise<T> {
  if (owners.has(owner) || owners.size >= MAX_WAITING) throw new DecoderBusyError();
  owners.add(owner);
  try {
    return await decodeNext(work);
  } finally {
    owners.delete(owner);
  }
}

function decodeNext<T>(work: (decoder: Decoder) => Promise<T>): Promise<T> {
  const result = previous.then(async () => {
    const sharp = await loadSharp();
    const open = (bytes: Uint8Array) =>
      sharp(bytes, {
        limitInputPixels: MAX_IMAGE_PIXELS,
        failOn: "error",
        autoOrient: true,
      }).timeout({ seconds: TIMEOUT_SECONDS });
    return work({
      readSize: (bytes) => sharp(bytes, { limitInputPixels: false }).metadata(),
      open,
      async readVisibleSize(bytes) {
        const opacity = await open(bytes).ensureAlpha().extractChannel("alpha").png().toBuffer();
        const trimmed = await open(opacity).trim({ background: "#000" }).toBuffer(WITH_SIZE);
        return trimmed.info;
      },
    });
  });
  previous = result.catch(() => undefined);
  return result;
}
