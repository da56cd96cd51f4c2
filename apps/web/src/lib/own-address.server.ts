import "server-only";
import { headers } from "next/headers";

/** A path of this site as an absolute address, under the name by which the browser asked for it. */
export async function ownAddress(path: string): Promise<string> {
  const asked = await headers();
  const host = asked.get("x-forwarded-host") ?? asked.get("host") ?? "localhost";
  const isLocal = /^(localhost|127\.|\[::1\])/.test(host);
  const scheme = asked.get("x-forwarded-proto") ?? (isLocal ? "http" : "https");
  return `${scheme.split(",")[0]}://${host.split(",")[0]}${path}`;
}
