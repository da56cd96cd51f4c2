import { extensionOf } from "@/features/files/schema";
import { strings } from "@/features/files/strings";
import { sentenceFor } from "@/lib/errors/error-sentences";

/** Inspection codes that have a sentence in the error catalog. */
const CATALOGUED: ReadonlySet<string> = new Set([
  "type_mismatch",
  "encrypted",
  "macro",
  "file_empty",
]);

export function rejectionOf({ name, code }: { name: string; code: string | null }): string {
  if (code !== null && CATALOGUED.has(code)) {
    return sentenceFor(code, { details: { extension: extensionOf(name) } });
  }
  return strings.reject[code ?? ""] ?? strings.rejectOther;
}
