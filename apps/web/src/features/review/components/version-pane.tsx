import { FileQuestion, Info } from "lucide-react";
import { RelativeTime } from "@/components/ui/relative-time";
import { AnswerView } from "@/features/review/components/answer-view";
import { ImagePreview } from "@/features/review/components/image-preview";
import { PdfPreview } from "@/features/review/components/pdf-preview";
import { SubmissionStatusPill } from "@/features/review/components/submission-status";
import { TextPreview } from "@/features/review/components/text-preview";
import type { Side, Zoom } from "@/features/review/components/viewer-selection";
import { DownloadLink } from "@/features/review/components/viewer-toolbar";
import { fileStatus, strings } from "@/features/review/strings";
import type { ReviewFile, ReviewSubmission } from "@/features/review/types";
import type { PagePlace } from "@/features/review/viewer/sheets";
import { classNames } from "@/lib/style/class-names";

const IMAGES = ["image/png", "image/jpeg", "image/webp"];
const TEXTS = ["text/csv", "text/plain"];

export const canEnlarge = ({ mime, status }: ReviewFile): boolean =>
  status === "ready" && (mime === "application/pdf" || IMAGES.includes(mime));

type PaneProps = {
  side: Side;
  submission: ReviewSubmission;
  file: ReviewFile | null;
  zoom: Zoom;
  onPlace?: ((place: PagePlace | null) => void) | undefined;
  note?: string | undefined;
  /** True if the viewer has no toolbar. The pane then contains the download link. */
  hasDownload?: boolean;
  choices: readonly string[];
  isClosed: boolean;
  timeZone: string;
  now: string;
};

function Message({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-2 rounded-lg border border-line bg-surface p-4 text-ink-muted">
      <FileQuestion aria-hidden className="size-4 shrink-0" />
      {children}
    </p>
  );
}

function Content({ submission, file, zoom, onPlace, choices }: PaneProps) {
  if (!file) {
    const isOfFiles = submission.files.length > 0;
    if (isOfFiles) return <Message>{strings.notInVersion(submission.no)}</Message>;
    return <AnswerView submission={submission} choices={choices} />;
  }
  if (file.status !== "ready")
    return <Message>{strings.notReady(fileStatus[file.status])}</Message>;
  const address = `/files/${file.id}`;
  if (file.mime === "application/pdf") {
    return <PdfPreview address={address} name={file.name} zoom={zoom} onPlace={onPlace} />;
  }
  if (IMAGES.includes(file.mime)) {
    return <ImagePreview address={address} name={file.name} zoom={zoom} />;
  }
  if (TEXTS.includes(file.mime)) return <TextPreview address={address} file={file} />;
  return <Message>{strings.noPreview}</Message>;
}

export function VersionPane(props: PaneProps) {
  const { side, submission, file, note, hasDownload, isClosed, timeZone, now } = props;
  return (
    <section
      data-side={side}
      aria-label={strings.version(submission.no)}
      className={classNames(
        "flex min-h-0 min-w-0 flex-col gap-2.5",
        side === "previous"
          ? "max-[56.24rem]:group-data-[shown=current]/desk:hidden"
          : "max-[56.24rem]:group-data-[shown=previous]/desk:hidden",
      )}
    >
      <header
        className={classNames(
          "relative flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-muted",
          hasDownload && file && "pr-12",
        )}
      >
        <span className="font-semibold whitespace-nowrap text-ink">
          {strings.version(submission.no)}
        </span>
        <SubmissionStatusPill status={submission.status} isClosed={isClosed} />
        <span className="min-w-0 truncate">
          {file ? <span dir="auto">{file.name} · </span> : null}
          {submission.submittedAt ? (
            <RelativeTime
              at={submission.submittedAt}
              now={now}
              timeZone={timeZone}
              isInline={file !== null}
            />
          ) : null}
        </span>
        {hasDownload && file ? (
          <DownloadLink file={file} className="absolute -top-1 right-0" />
        ) : null}
      </header>
      {note ? (
        <p className="flex items-center gap-2 text-xs text-ink-muted">
          <Info aria-hidden className="size-4 shrink-0" />
          {note}
        </p>
      ) : null}
      <Content {...props} />
    </section>
  );
}
