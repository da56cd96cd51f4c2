import { Download, FileQuestion } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { ImagePreview } from "@/features/review/components/image-preview";
import { PdfPreview } from "@/features/review/components/pdf-preview";
import { fileStatus, strings } from "@/features/review/strings";
import type { ReviewFile } from "@/features/review/types";
import { formatBytes } from "@/lib/format/format";

const IMAGES = ["image/png", "image/jpeg", "image/webp"];

function Preview({ file }: { file: ReviewFile }) {
  const address = `/files/${file.id}`;
  if (file.mime === "application/pdf") return <PdfPreview address={address} name={file.name} />;
  if (IMAGES.includes(file.mime)) return <ImagePreview address={address} name={file.name} />;
  return (
    <p className="flex items-center gap-2 rounded-md bg-sunken p-4 text-sm text-ink-muted">
      <FileQuestion aria-hidden className="size-4 shrink-0" />
      {strings.noPreview}
    </p>
  );
}

export function FilePreview({ file }: { file: ReviewFile }) {
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 grow">
          <span className="block font-medium break-words">{file.name}</span>
          <span className="block text-sm text-ink-muted">
            {formatBytes(file.bytes)} · {fileStatus[file.status]} · {strings.notScanned}
          </span>
          <span className="block text-sm text-ink-muted">
            {(file.uploaderKind === "staff" ? strings.sentByStaff : strings.sentBy)(
              file.uploaderName,
            )}
          </span>
        </span>
        {file.status === "ready" ? (
          <a
            href={`/files/${file.id}?download`}
            aria-label={strings.download(file.name)}
            className={buttonClasses("secondary", "sm", "min-h-11")}
          >
            <Download aria-hidden className="size-4" />
            Download
          </a>
        ) : null}
      </figcaption>
      {file.status === "ready" ? <Preview file={file} /> : null}
      {file.sha256 ? (
        <p className="text-xs break-all text-ink-subtle">
          {strings.sha256} <span className="font-mono">{file.sha256}</span>
        </p>
      ) : null}
    </figure>
  );
}
