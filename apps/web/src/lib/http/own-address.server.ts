import "server-only";
import { headers } from "next/headers";

type Asked = Pick<Headers, "get">;

function hostOf(asked: Asked): string {
  const host = asked.get("x-forwarded-host") ?? asked.get("host") ?? "localhost";
  return host.split(",")[0]?.trim() ?? host;
}

function schemeOf(asked: Asked): string {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostOf(asked));
  const scheme = asked.get("x-forwarded-proto") ?? (isLocal ? "http" : "https");
  return scheme.split(",")[0]?.trim() ?? scheme;
}

export async function ownAddress(path: string): Promise<string> {
  const asked = await headers();
  return `${schemeOf(asked)}://${hostOf(asked)}${path}`;
}

export async function firmsAddress(): Promise<string> {
  return `${hostOf(await headers())}/o/`;
}

export async function isAskedByHttps(): Promise<boolean> {
  return schemeOf(await headers()) === "https";
}
