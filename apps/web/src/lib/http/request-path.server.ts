import "server-only";
import { PATH_HEADER } from "@dossier/backend-client";
import { headers } from "next/headers";

export async function requestPath(): Promise<string | null> {
  return (await headers()).get(PATH_HEADER);
}

/**
 * Returns the path of the request if it is within `base`, otherwise `base`. As `next`, the path
 * leads the user back to the requested page after signing in or confirming a factor.
 */
export async function requestPathWithin(base: string): Promise<string> {
  const path = await requestPath();
  const isWithin =
    path !== null && (path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`));
  return isWithin ? path : base;
}

/** For layouts, because Next passes the query only to pages. */
export async function requestQueryWithin(base: string): Promise<Record<string, string>> {
  const path = await requestPathWithin(base);
  return Object.fromEntries(new URL(path, "http://localhost").searchParams);
}
