import { z } from "zod";
import type { RecordFilter } from "@/features/activity/types";

const filterSchema = z.enum(["files", "decisions", "email"]);

export function toRecordFilter(value: string | undefined): RecordFilter | undefined {
  return filterSchema.safeParse(value).data;
}
