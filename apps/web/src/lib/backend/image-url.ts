import { backend } from "@/lib/backend/backend";

/** Returns the public address of a picture in the bucket `images`. */
export function imageUrl(path: string): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return `${backend.url}/storage/v1/object/public/images/${encoded}`;
}
