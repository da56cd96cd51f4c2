import { imageUrl } from "@/lib/backend/image-url";

export type Person = { userId: string; name: string; imageUrl: string | null };

export function toAssignee(row: {
  assignee_id: string | null;
  assignee_name: string | null;
  assignee_avatar_path: string | null;
}): Person | null {
  return row.assignee_id
    ? {
        userId: row.assignee_id,
        name: row.assignee_name ?? "",
        imageUrl: row.assignee_avatar_path ? imageUrl(row.assignee_avatar_path) : null,
      }
    : null;
}
