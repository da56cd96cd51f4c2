import "server-only";
import { cookies } from "next/headers";
import { type Theme, themeSchema } from "@/features/account/schema";

/** Cookie with the chosen colour scheme. */
export const THEME_COOKIE = "theme";

/** The colour scheme of this browser. */
export async function loadTheme(): Promise<Theme> {
  const jar = await cookies();
  return themeSchema.catch("system").parse(jar.get(THEME_COOKIE)?.value);
}
