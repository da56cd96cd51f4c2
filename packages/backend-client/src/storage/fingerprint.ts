import type { UploadTarget } from "./upload.js";

const EDGE_BYTES = 64 * 1024;

/**
 * Ids of Blob objects. A Blob has no name or date, but its content never changes, so the Blob
 * object identifies the upload.
 */
const blobs = new WeakMap<Blob, string>();

/**
 * Two different uploads must never share parts: the stored file would be a mix, or one user's parts
 * would block another user. The user is the subject of the token, because the token itself changes
 * at each refresh.
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

async function edgesOf(file: File): Promise<string> {
  if (!globalThis.crypto?.subtle) return "";
  const edges = new Blob([file.slice(0, EDGE_BYTES), file.slice(-EDGE_BYTES)]);
  const digest = await crypto.subtle.digest("SHA-256", await edges.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Does not verify the token. The subject only separates the uploads of different users. */
function subjectOf(token: string): string {
  try {
    const payload = (token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown };
    return typeof sub === "string" ? sub : "";
  } catch {
    return "";
  }
}
