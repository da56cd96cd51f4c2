import "server-only";
import type { getBackend } from "@/lib/backend/backend.server";

export type Db = Awaited<ReturnType<typeof getBackend>>["db"];
