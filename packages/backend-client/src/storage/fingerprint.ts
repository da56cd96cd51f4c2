import type { UploadTarget } from "./upload.js";

/** Bytes of a file's beginning and of its end that tell it from others. */
const EDGE_BYTES = 64 * 1024;

/** A Blob has no name or date, and its content never changes: the object itself is its identity. */
const blobs = new WeakMap<Blob, string>();

/**
 * Names one upload, so that it goes on where it stopped: whose it is, where it goes and what it is.
 * Two that differ in any of that must never share parts: the stored file would be a blend of both,
 * or one person's parts would stand in another's way.
 * @param call.token the access token; its subject counts, since tokens change during an upload
 */
export async function fingerprint(
  body: Blob,
  { url, target, token }: { url: string; target: UploadTarget; token: string },
): Promise<string> {
  const what =
    body instanceof File ? `${body.lastModified}:${await edgesOf(body)}` : blobIdentity(body);
  const { bucket, path } = target;
  return ["tus", url, subjectOf(token), bucket, path, body.size, what].join("::");
}

function blobIdentity(blob: Blob): string {
  const known = blobs.get(blob) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
  blobs.set(blob, known);
  return known;
}

/** A digest of both ends; nothing where the page has no cryptography, as over plain HTTP. */
async function edgesOf(file: File): Promise<string> {
  if (!globalThis.crypto?.subtle) return "";
  const edges = new Blob([file.slice(0, EDGE_BYTES), file.slice(-EDGE_BYTES)]);
  const digest = await crypto.subtle.digest("SHA-256", await edges.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whose token it is; the service verifies it, here it only keeps people's uploads apart. */
function subjectOf(token: string): string {
  try {
    const payload = (token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown };
    return typeof sub === "string" ? sub : "";
  } catch {
    return "";
  }
}
