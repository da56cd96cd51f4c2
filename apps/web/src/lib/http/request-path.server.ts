import "server-only";
import { PATH_HEADER } from "@dossier/backend-client";
import { headers } from "next/headers";

/**
 * Returns the current path with its query if it is at or below `base`, else `base`. Use it for
 * `next`, so that the user returns to a deep link after signing in or confirming a factor.
 */
export async function requestPathWithin(base: string): Promise<string> {
  const path = (await headers()).get(PATH_HEADER);
  const isWithin =
    path !== null && (path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`));
  return isWithin ? path : base;
}

/**
 * Returns the query of the current path if it is at or below `base`. Layouts, unlike pages, do not
 * get it from Next.
 */
export async function requestQueryWithin(base: string): Promise<Record<string, string>> {
  const path = await requestPathWithin(base);
  return Object.fromEntries(new URL(path, "http://localhost").searchParams);
}
