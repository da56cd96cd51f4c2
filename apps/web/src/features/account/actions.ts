"use server";

import { cookies } from "next/headers";
import { THEME_COOKIE } from "@/features/account/loaders";
import { themeSchema } from "@/features/account/schema";

const THEME_SECONDS = 400 * 24 * 60 * 60;

/** Remembers the colour scheme for this browser; writing the cookie renders the page anew. */
export async function saveTheme(form: FormData): Promise<void> {
  const theme = themeSchema.safeParse(form.get("theme"));
  if (!theme.success) return;
  const jar = await cookies();
  if (theme.data === "system") {
    jar.delete(THEME_COOKIE);
    return;
  }
  jar.set(THEME_COOKIE, theme.data, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge: THEME_SECONDS,
  });
}
