import { sha256 } from "#crypto";
import { readBearer } from "../server/read-bearer.js";

/** Compares every character, so that the duration does not reveal where the texts differ. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

/**
 * Returns the name of the caller whose key the request has, in `apikey` or as bearer token. Returns
 * null for a request without one of the keys. If several keys match, returns the first name. An
 * empty or undefined key never matches.
 *
 * A key proves that the request comes from a program that has the key, such as a cron job. It does
 * not prove for which user the program acts. A publishable key proves nothing.
 * @example
 * const caller = await serviceCaller(request, { cron: process.env.CRON_KEY });
 * if (caller !== "cron") return new Response("not allowed", { status: 401 });
 */
export async function serviceCaller<Name extends string>(
  request: { headers: Pick<Headers, "get"> },
  keys: Readonly<Record<Name, string | undefined>>,
): Promise<Name | null> {
  const { headers } = request;
  const presented = [headers.get("apikey") ?? "", readBearer(headers) ?? ""];
  const digests = await Promise.all(presented.map(sha256));
  let found: Name | null = null;
  for (const name of Object.keys(keys) as Name[]) {
    const key = keys[name]?.trim() ?? "";
    const own = await sha256(key);
    const matches = digests.map((digest) => isSame(digest, own)).includes(true);
    if (key !== "" && matches) found ??= name;
  }
  return found;
}
