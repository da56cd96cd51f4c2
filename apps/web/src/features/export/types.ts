export type ExportFile = {
  id: string;
  itemId: string;
  submissionId: string;
  name: string;
  bytes: number;
  sha256: string;
  /** Path in the storage bucket `documents`. */
  path: string;
  uploadedAt: string;
};

export type IndexRow = {
  section: string;
  item: string;
  status: string;
  answer: string;
  note: string;
  path: string;
  bytes: number | null;
  sha256: string;
  submittedBy: string;
  submittedAt: string;
  decidedBy: string;
  decidedAt: string;
};

export type PlacedFile = ExportFile & { archivePath: string };

export type ExportPlan = {
  firm: string;
  client: string;
  title: string;
  exportedAt: string;
  timeZone: string;
  rows: IndexRow[];
  files: PlacedFile[];
};
