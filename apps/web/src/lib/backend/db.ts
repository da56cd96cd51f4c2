import "server-only";
import type { getBackend } from "@/lib/backend/backend.server";

/** The database as the signed-in person: queries and mutations take it as first argument. */
export type Db = Awaited<ReturnType<typeof getBackend>>["db"];
