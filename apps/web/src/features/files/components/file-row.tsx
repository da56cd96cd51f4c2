import type { ReactNode } from "react";
import { FileMark } from "@/features/files/components/file-mark";
import { Fingerprint } from "@/features/files/components/fingerprint";
import { strings } from "@/features/files/strings";
import type { FileSender } from "@/features/files/types";
import { rejectionOf } from "@/features/files/upload/rejection";
import { formatBytes } from "@/lib/format/bytes";
import { classNames } from "@/lib/style/class-names";

export type FileRowEntry = {
  id: string;
  name: string;
  bytes: number;
  status: string;
  sha256: string | null;
  rejectCode: string | null;
  sender: FileSender;
};

export const FILE_ROW = "flex gap-3 py-3 pr-2 pl-3 print:pl-0";

function statusLine({ name, status, rejectCode: code }: FileRowEntry): string {
  if (status === "ready") return strings.status.ready;
  if (status === "rejected") return rejectionOf({ name, code });
  if (status === "uploading") return strings.status.uploading;
  return status === "checking" ? strings.status.checking : strings.status.failed;
}

function StateWithDetails({ file, state }: { file: FileRowEntry; state: string }) {
  return (
    <details className="group/details text-sm text-ink-muted">
      {/* The pressable area extends into the row's bottom padding. The negative margin keeps
          the row from growing. */}
      <summary className="-mb-3 flex list-none flex-wrap items-start gap-x-2 rounded-md pb-3 group-open/details:mb-0 group-open/details:pb-1 pointer-coarse:-mb-6 pointer-coarse:min-h-11 pointer-coarse:pb-6 pointer-coarse:group-open/details:-mb-4 [&::-webkit-details-marker]:hidden">
        <span>{state}</span>
        <span>
          <span className="link">{strings.details}</span>
          <span className="sr-only">: {file.name}</span>
        </span>
      </summary>
      <p>{strings.sentBy[file.sender]}</p>
      {file.sha256 ? <Fingerprint sha256={file.sha256} /> : null}
    </details>
  );
}

export function FileRow({
  file,
  actions,
  showWholeFingerprint = false,
  sameAs,
}: {
  file: FileRowEntry;
  actions?: ReactNode;
  showWholeFingerprint?: boolean;
  sameAs?: string | undefined;
}) {
  const isProblem = file.status === "rejected" || file.status === "failed";
  const hasFacts = file.status !== "uploading" && file.status !== "rejected";
  const isProof = showWholeFingerprint && file.status === "ready";
  return (
    <li
      data-print="keep"
      className={classNames(
        FILE_ROW,
        isProof ? "items-start" : "items-center has-[[open]]:items-start",
      )}
    >
      <FileMark name={file.name} />
      <div className="min-w-0 grow">
        {file.status === "ready" ? (
          <a
            href={`/files/${file.id}`}
            target="_blank"
            rel="noreferrer"
            className="font-semibold wrap-anywhere hover:underline"
          >
            {file.name}
          </a>
        ) : (
          <span className="font-semibold wrap-anywhere">{file.name}</span>
        )}
        {hasFacts && !isProof && !isProblem ? (
          <StateWithDetails
            file={file}
            state={`${formatBytes(file.bytes)} · ${statusLine(file)}`}
          />
        ) : (
          <p
            className={classNames(
              "text-sm",
              isProblem
                ? "text-danger"
                : file.status === "uploading"
                  ? // After the user tries to submit the answer, an unfinished upload is an error.
                    "text-warning group-has-[[data-file-picker][aria-invalid=true]]/files:text-danger"
                  : "text-ink-muted",
            )}
          >
            {formatBytes(file.bytes)} · {isProof ? strings.sentBy[file.sender] : statusLine(file)}
          </p>
        )}
        {sameAs ? (
          <p className="text-sm font-medium text-warning">{strings.sameAs(sameAs)}</p>
        ) : null}
        {isProof && file.sha256 ? <Fingerprint sha256={file.sha256} /> : null}
      </div>
      {actions}
    </li>
  );
}
