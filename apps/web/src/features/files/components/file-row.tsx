import { File, FileImage, FileSpreadsheet, FileText, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Fingerprint } from "@/features/files/components/fingerprint";
import { extensionOf } from "@/features/files/schema";
import { rejectionOf, strings } from "@/features/files/strings";
import type { FileSender } from "@/features/files/types";
import { formatBytes } from "@/lib/format/format";

export type FileRowEntry = {
  id: string;
  name: string;
  bytes: number;
  status: string;
  sha256: string | null;
  rejectCode: string | null;
  sender: FileSender;
};

const ICONS: Record<string, LucideIcon> = {
  pdf: FileText,
  docx: FileText,
  odt: FileText,
  txt: FileText,
  xlsx: FileSpreadsheet,
  ods: FileSpreadsheet,
  csv: FileSpreadsheet,
  jpg: FileImage,
  jpeg: FileImage,
  png: FileImage,
  webp: FileImage,
  heic: FileImage,
};

export function FileIcon({ name }: { name: string }) {
  const Icon = ICONS[extensionOf(name)] ?? File;
  return <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-subtle" />;
}

function statusLine({ name, status, rejectCode: code }: FileRowEntry): string {
  if (status === "ready") return strings.status.ready;
  if (status === "rejected") return rejectionOf({ name, code });
  if (status === "uploading") return strings.status.uploading;
  return status === "checking" ? strings.upload.stillChecking : strings.status.failed;
}

export function FileRow({
  file,
  actions,
  showWholeFingerprint = false,
}: {
  file: FileRowEntry;
  actions?: ReactNode;
  showWholeFingerprint?: boolean;
}) {
  const isProblem = file.status === "rejected" || file.status === "failed";
  return (
    <li className="flex items-start gap-3 py-3">
      <FileIcon name={file.name} />
      <div className="min-w-0 grow">
        {file.status === "ready" ? (
          <a
            href={`/files/${file.id}`}
            target="_blank"
            rel="noreferrer"
            className="link font-medium break-all"
          >
            {file.name}
          </a>
        ) : (
          <span className="font-medium break-all">{file.name}</span>
        )}
        <p className={isProblem ? "text-sm text-danger" : "text-sm text-ink-muted"}>
          {formatBytes(file.bytes)} · {statusLine(file)}
        </p>
        {file.status === "uploading" ? null : (
          <p className="text-sm text-ink-muted">
            {strings.sentBy[file.sender]} · {strings.unscanned}
          </p>
        )}
        {file.sha256 ? <Fingerprint sha256={file.sha256} isWhole={showWholeFingerprint} /> : null}
      </div>
      {actions}
    </li>
  );
}
