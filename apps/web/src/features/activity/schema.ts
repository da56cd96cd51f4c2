import { z } from "zod";
import type { RecordFilter } from "@/features/activity/types";

const filterSchema = z.enum(["files", "decisions", "email"]);

/** Returns undefined, which means all events, if the value is missing or unknown. */
export function toRecordFilter(value: string | undefined): RecordFilter | undefined {
  return filterSchema.safeParse(value).data;
}
