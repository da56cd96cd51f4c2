import "server-only";
import type { Preferences } from "@/features/account/schema";
import type { Db } from "@/lib/db";

/** Saves name and display choices of a person's own profile. */
export async function saveProfileRow(
  db: Db,
  { userId, name, preferences }: { userId: string; name: string; preferences: Preferences },
) {
  const { error } = await db
    .from("profiles")
    .update({ name, preferences: preferences as Record<string, boolean> })
    .eq("user_id", userId);
  return error;
}

/** Points a profile at another picture; the database clears the former one away. */
export async function saveAvatarPath(
  db: Db,
  { userId, path }: { userId: string; path: string | null },
) {
  const { error } = await db.from("profiles").update({ avatar_path: path }).eq("user_id", userId);
  return error;
}
