import "server-only";
import type { getBackend } from "@/lib/backend/backend.server";

/** The database as the signed-in user. */
export type Db = Awaited<ReturnType<typeof getBackend>>["db"];
