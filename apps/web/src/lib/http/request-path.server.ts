import "server-only";
import { PATH_HEADER } from "@dossier/backend-client";
import { headers } from "next/headers";

/**
 * The address that is being shown, with its query, when it lies at or below `base`; else `base`.
 * For ways back: a deep link is not lost when something is to be proven first.
 */
export async function requestPathWithin(base: string): Promise<string> {
  const path = (await headers()).get(PATH_HEADER);
  const isWithin =
    path !== null && (path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`));
  return isWithin ? path : base;
}
