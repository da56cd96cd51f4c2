import "server-only";
import { unwrap } from "@dossier/backend-client";
import { cookies } from "next/headers";
import { z } from "zod";
import type { Db } from "@/lib/backend/db";
import { type Theme, themeSchema } from "@/lib/style/theme";

const COOKIE = "theme";
const LIFETIME_SECONDS = 400 * 24 * 60 * 60;

export async function readTheme(): Promise<Theme> {
  const jar = await cookies();
  return themeSchema.catch("system").parse(jar.get(COOKIE)?.value);
}

export async function rememberTheme(theme: Theme): Promise<void> {
  const jar = await cookies();
  if (theme === "system") {
    jar.delete(COOKIE);
    return;
  }
  jar.set(COOKIE, theme, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge: LIFETIME_SECONDS,
  });
}

const stored = z.object({ theme: themeSchema });

/**
 * Takes the theme from the user's profile. Call this function after the sign-in, because the user
 * may have chosen the theme on another device.
 */
export async function adoptTheme(db: Db, userId: string): Promise<void> {
  const result = await db
    .from("profiles")
    .select("preferences")
    .eq("user_id", userId)
    .maybeSingle();
  const { data } = stored.safeParse(unwrap(result)?.preferences);
  if (data) await rememberTheme(data.theme);
}
