import { sentenceFor } from "@/lib/errors/error-sentences";
import { endSentence } from "@/lib/format/sentences";

export const strings = {
  download: "Export accepted answers",
  downloadParts: ["Export", "accepted answers"],
  nextStep: "You can now start the export.",
  startNow: "Start the export",
  indexTitle: (title: string) => `Accepted answers: ${title}`,
  indexLead: (firm: string, client: string, when: string) =>
    `${endSentence(`Requested by ${firm}, answered by ${client}`)} Exported ${when}.`,
  fingerprints: "manifest-sha256.txt contains the SHA-256 fingerprint of each file.",
  noSection: "No section",
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
  nothing: "Your team has not accepted an answer yet. Accept one, then export.",
  tokenEnds:
    "Your session would end before the export finishes. Sign in again, then start the export.",
} as const;

export const NOTHING_ACCEPTED = "nothing_accepted";

export function exportProblem(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (code === NOTHING_ACCEPTED) return strings.nothing;
  return code === "session_expired" ? strings.tokenEnds : sentenceFor(code);
}
