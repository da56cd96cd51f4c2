import "server-only";
import { unstable_cache } from "next/cache";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { getSession } from "@/lib/backend.server";

export const calls = { count: 0 };

export const readEmail = cache(async () => {
  calls.count += 1;
  const session = await getSession();
  return session.status === "authenticated" ? session.claims.email : "";
});

export const readTheme = async () => (await cookies()).get("theme")?.value;
export const readHost = async () => (await headers()).get("host");
export const readTitle = unstable_cache(async () => "Requests", ["title"]);
