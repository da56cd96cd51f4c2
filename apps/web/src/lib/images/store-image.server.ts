import "server-only";
import { randomUUID } from "node:crypto";
import type { BackendScope } from "@/lib/backend/backend.server";
import { type ImageProblem, toSmallAvatar, toSmallLogo } from "@/lib/images/small-image.server";

const KINDS = {
  logos: { shrink: toSmallLogo, extension: "png", contentType: "image/png" },
  avatars: { shrink: toSmallAvatar, extension: "webp", contentType: "image/webp" },
} as const;

type StoredImage =
  | { path: string; problem: null; error: null }
  | { path: null; problem: ImageProblem; error: null }
  | { path: null; problem: null; error: Error };

/**
 * Shrinks an uploaded image and stores it as the caller, so that the policies of the bucket apply.
 * Each image has a new name, so that no cache returns an old image.
 * @param file the value of a file input
 */
export async function storeImage(
  storage: BackendScope["storage"],
  { file, kind, ownerId }: { file: unknown; kind: keyof typeof KINDS; ownerId: string },
): Promise<StoredImage> {
  const { shrink, extension, contentType } = KINDS[kind];
  const { bytes, problem } = await shrink(file, ownerId);
  if (problem !== null) return { path: null, problem, error: null };
  const path = `${kind}/${ownerId}/${randomUUID()}.${extension}`;
  const body = new Blob([bytes], { type: contentType });
  const { error } = await storage.from("images").upload(path, body, { contentType });
  return error ? { path: null, problem: null, error } : { path, problem: null, error: null };
}
