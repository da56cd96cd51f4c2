import { backend } from "@/lib/backend/backend";

export function imageUrl(path: string): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return `${backend.url}/storage/v1/object/public/images/${encoded}`;
}
