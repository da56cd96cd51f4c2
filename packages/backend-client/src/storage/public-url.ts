import type { PublicUrlOptions } from "./objects.js";
import { objectUrl } from "./request.js";
import type { UploadTarget } from "./upload.js";

export function publicUrl(
  url: string,
  { bucket, path }: UploadTarget,
  { download, transform }: PublicUrlOptions,
): string {
  const query = new URLSearchParams();
  if (download) query.set("download", download === true ? "" : download);
  for (const [name, value] of Object.entries(transform ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const route = transform ? "render/image" : "object";
  const search = query.size > 0 ? `?${query}` : "";
  const object = objectUrl(bucket, path, "storage public URL");
  return `${url}/storage/v1/${route}/public/${object}${search}`;
}
