import "server-only";
import type { Sharp } from "sharp";
import { DecoderBusyError, decode } from "@/lib/images/decoder.server";
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from "@/lib/images/limits";

export type ImageProblem = "missing" | "tooLarge" | "tooManyPixels" | "unreadable" | "busy";

export type SmallImage =
  | { bytes: Uint8Array<ArrayBuffer>; problem: null }
  | { bytes: null; problem: ImageProblem };

/** Pages and emails show images at up to 40 CSS pixels, so 96 pixels are sharp on dense screens. */
const SIZE = 96;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

const refuse = (problem: ImageProblem): SmallImage => ({ bytes: null, problem });

async function shrink(
  file: unknown,
  owner: string,
  encode: (image: Sharp) => Sharp,
): Promise<SmallImage> {
  if (!(file instanceof File) || (file.size === 0 && file.name === "")) return refuse("missing");
  if (file.size > MAX_IMAGE_BYTES) return refuse("tooLarge");
  const original = new Uint8Array(await file.arrayBuffer());
  try {
    return await decode(owner, async ({ readSize, open }) => {
      const { width, height } = await readSize(original);
      if (width * height > MAX_IMAGE_PIXELS) return refuse("tooManyPixels");
      // sharp writes no metadata, such as the place where a photo was taken.
      const bytes = await encode(open(original)).toBuffer();
      return { bytes: new Uint8Array(bytes), problem: null };
    });
  } catch (error) {
    return refuse(error instanceof DecoderBusyError ? "busy" : "unreadable");
  }
}

/**
 * Makes a PNG of 96 × 96 pixels with at most 256 colors, because some email clients show no WebP. A
 * logo that is not square gets transparent edges.
 * @param file the value of a file input
 * @param owner the id of the firm, which may have only one image in the queue
 */
export const toSmallLogo = (file: unknown, owner: string): Promise<SmallImage> =>
  shrink(file, owner, (image) =>
    image.resize(SIZE, SIZE, { fit: "contain", background: CLEAR }).png({ palette: true }),
  );

/**
 * Makes a WebP of 96 × 96 pixels, because a PNG of a photo needs three times as many bytes. Takes
 * the middle of a photo that is not square.
 * @param file the value of a file input
 * @param owner the id of the user, who may have only one image in the queue
 */
export const toSmallAvatar = (file: unknown, owner: string): Promise<SmallImage> =>
  shrink(file, owner, (image) => image.resize(SIZE, SIZE, { fit: "cover" }).webp());
