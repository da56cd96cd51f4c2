import { extensionOf } from "@/features/files/schema";
import { strings } from "@/features/files/strings";
import { FILE_SENTENCES } from "@/lib/errors/file-sentences";

const { type_mismatch, encrypted, macro, file_empty } = FILE_SENTENCES;

const CATALOGUED = new Map(Object.entries({ type_mismatch, encrypted, macro, file_empty }));

export function rejectionOf({ name, code }: { name: string; code: string | null }): string {
  const sentence = CATALOGUED.get(code ?? "");
  if (sentence) return sentence({ details: { extension: extensionOf(name) } });
  return strings.reject[code ?? ""] ?? strings.rejectOther;
}
