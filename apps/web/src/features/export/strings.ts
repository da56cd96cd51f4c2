import { sentenceFor } from "@/lib/errors/error-sentences";

/** Sentences of the export. */
export const strings = {
  download: "Export accepted files",
  hint: "A ZIP with index, checksums and history.",
  nextStep: "The export you asked for is the next step.",
  startNow: "Start the export",
  indexTitle: (title: string) => `Accepted files: ${title}`,
  indexLead: (firm: string, client: string, when: string) =>
    `Asked by ${firm}, answered by ${client}. Exported ${when}.`,
  checksums: "manifest-sha256.txt holds the SHA-256 checksum of each file.",
  noSection: "General",
  columns: {
    section: "Section",
    item: "Item",
    status: "Status",
    answer: "Answer",
    note: "Note",
    path: "File",
    bytes: "Bytes",
    sha256: "SHA-256",
    submittedBy: "Sent by",
    submittedAt: "Sent at",
    decidedBy: "Decided by",
    decidedAt: "Decided at",
  },
  status: { accepted: "Accepted", partial: "Accepted, more needed" } as Readonly<
    Record<string, string>
  >,
  notApplicable: "Does not apply",
  nothing: "Nothing has been accepted yet.",
  tokenEnds: "Your session would end before this export. Sign in again and repeat it.",
} as const;

/** The sentence for an export that was refused; `undefined` when the address names none. */
export function exportProblem(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return code === "session_expired" ? strings.tokenEnds : sentenceFor(code);
}
