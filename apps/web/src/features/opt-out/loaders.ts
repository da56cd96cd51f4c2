import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getOptOut, listMyEmailStops } from "@/features/opt-out/queries";
import { tokenSchema } from "@/features/opt-out/schema";
import type { EmailStop, OptOut } from "@/features/opt-out/types";
import { getBackend, getSession } from "@/lib/backend/backend.server";

export const loadOptOut = cache(async (token: string): Promise<OptOut> => {
  if (!tokenSchema.safeParse(token).success) notFound();
  const backend = await getBackend();
  return (await getOptOut(backend.anonymous.db, token)) ?? notFound();
});

export async function loadMyEmailStops(): Promise<EmailStop[]> {
  const session = await getSession();
  if (session.status !== "authenticated") return [];
  const { db } = await getBackend();
  return listMyEmailStops(db);
}
