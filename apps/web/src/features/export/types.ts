/** A stored file that goes into an export. */
export type ExportFile = {
  id: string;
  itemId: string;
  submissionId: string;
  name: string;
  bytes: number;
  sha256: string;
  /** Path in the bucket `documents`. */
  path: string;
  uploadedAt: string;
};

/** A line of the index: one accepted file or one accepted answer. */
export type IndexRow = {
  section: string;
  item: string;
  status: string;
  answer: string;
  note: string;
  /** Path in the archive; empty for an answer. */
  path: string;
  bytes: number | null;
  sha256: string;
  submittedBy: string;
  submittedAt: string;
  decidedBy: string;
  decidedAt: string;
};

/** A file with its place in the archive. */
export type PlacedFile = ExportFile & { archivePath: string };

/** Everything an export says before the files come. */
export type ExportPlan = {
  firm: string;
  client: string;
  title: string;
  exportedAt: string;
  timeZone: string;
  rows: IndexRow[];
  files: PlacedFile[];
};
