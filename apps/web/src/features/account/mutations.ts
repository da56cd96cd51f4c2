import "server-only";
import type { Preferences } from "@/features/account/schema";
import type { Db } from "@/lib/backend/db";

const toStored = ({ singleKeys, ...others }: Preferences) =>
  ({ ...others, single_keys: singleKeys }) as Record<string, boolean | string>;

export async function savePreferences(
  db: Db,
  { userId, preferences }: { userId: string; preferences: Preferences },
) {
  const { error } = await db
    .from("profiles")
    .update({ preferences: toStored(preferences) })
    .eq("user_id", userId);
  return error;
}

/** `isSaved` is false if the session has ended, because the database then updates no row. */
export async function saveProfileRow(
  db: Db,
  { userId, name, preferences }: { userId: string; name: string; preferences: Preferences },
) {
  const { data, error } = await db
    .from("profiles")
    .update({ name, preferences: toStored(preferences) })
    .eq("user_id", userId)
    .select("user_id");
  return { error, isSaved: data?.length === 1 };
}

export async function saveAvatarPath(
  db: Db,
  { userId, path }: { userId: string; path: string | null },
) {
  const { data, error } = await db
    .from("profiles")
    .update({ avatar_path: path })
    .eq("user_id", userId)
    .select("user_id");
  return { error, isSaved: data?.length === 1 };
}
