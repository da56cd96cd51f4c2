import { strings } from "@/features/export/strings";
import { sentenceFor } from "@/lib/error-sentences";

/** The sentence for an export that was refused; `undefined` when the address names none. */
export function exportProblem(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return code === "session_expired" ? strings.tokenEnds : sentenceFor(code);
}
