import { isUuid } from "@/lib/ids/uuid";

export function itemPathOf(publicId: string, next: string | null): string | undefined {
  const list = `/r/${encodeURIComponent(publicId)}/items/`;
  if (!next?.startsWith(list)) return undefined;
  return isUuid(next.slice(list.length)) ? next : undefined;
}

export function openedPath(publicId: string, next: string | null): string {
  return itemPathOf(publicId, next) ?? `/r/${encodeURIComponent(publicId)}/items`;
}

export function accessPathFor(next: string): string | undefined {
  const [path, publicId] = /^\/r\/([^/?#]+)/.exec(next) ?? [];
  if (path === undefined || publicId === undefined) return undefined;
  return next.startsWith(`${path}/`) ? accessPath(publicId, next) : next;
}

export function accessPath(publicId: string, next: string | null): string {
  const access = `/r/${encodeURIComponent(publicId)}`;
  const item = itemPathOf(publicId, next);
  return item ? `${access}?next=${encodeURIComponent(item)}` : access;
}
