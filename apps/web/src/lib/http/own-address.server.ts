import "server-only";
import { headers } from "next/headers";

type Asked = Pick<Headers, "get">;

function hostOf(asked: Asked): string {
  const host = asked.get("x-forwarded-host") ?? asked.get("host") ?? "localhost";
  return host.split(",")[0]?.trim() ?? host;
}

/** The scheme by which the browser asked: what the proxy in front says, else https but locally. */
function schemeOf(asked: Asked): string {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostOf(asked));
  const scheme = asked.get("x-forwarded-proto") ?? (isLocal ? "http" : "https");
  return scheme.split(",")[0]?.trim() ?? scheme;
}

/** A path of this site as an absolute address, under the name by which the browser asked for it. */
export async function ownAddress(path: string): Promise<string> {
  const asked = await headers();
  return `${schemeOf(asked)}://${hostOf(asked)}${path}`;
}

/** Whether the browser asked by https, so that cookies may be bound to it. */
export async function isAskedByHttps(): Promise<boolean> {
  return schemeOf(await headers()) === "https";
}
