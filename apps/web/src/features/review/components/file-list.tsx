import { Download } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { canAnswer } from "@/features/items/permissions";
import { checklistParts } from "@/features/items/selectors";
import { page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { FileIcon } from "@/features/review/components/file-icon";
import { SubmissionStatusText } from "@/features/review/components/submission-status";
import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/format";

type FileListProps = {
  base: string;
  request: Request;
  submissions: ReadonlyMap<string, ReviewSubmission[]>;
  isClosed: boolean;
  timeZone: string;
  now: string;
};

function Row({
  itemId,
  version,
  file,
  base,
  isClosed,
  timeZone,
  now,
}: Pick<FileListProps, "base" | "isClosed" | "timeZone" | "now"> & {
  itemId: string;
  version: ReviewSubmission;
  file: ReviewSubmission["files"][number];
}) {
  return (
    <li className="record grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b border-line px-(--gutter) py-2 md:grid-cols-[9.25rem_minmax(0,1fr)_4.5rem_2rem] md:py-1">
      <span className="flex max-md:order-3 [&>span]:text-xs">
        <SubmissionStatusText status={version.status} isClosed={isClosed} />
      </span>
      <div className="flex min-w-0 items-center gap-2.5">
        <FileIcon mime={file.mime} className="size-4 shrink-0 text-ink-subtle max-md:hidden" />
        <div className="min-w-0 gap-x-2.5 md:flex md:flex-wrap md:items-baseline">
          <Link
            href={`${base}/review/${itemId}?file=${file.id}` as Route}
            prefetch={false}
            dir="auto"
            className="row-link block max-w-full font-medium after:absolute after:inset-0 md:truncate"
          >
            {file.name}
            <span className="sr-only">, {strings.version(version.no)}</span>
          </Link>
          <p className="text-xs whitespace-nowrap text-ink-muted">
            {formatBytes(file.bytes)} · {strings.version(version.no)}
          </p>
        </div>
      </div>
      <span className="text-right text-xs whitespace-nowrap text-ink-subtle max-md:order-3">
        <RelativeTime at={file.createdAt} now={now} timeZone={timeZone} />
      </span>
      {file.status === "ready" ? (
        <a
          href={`/files/${file.id}?download`}
          aria-label={`${strings.download(file.name)}, ${strings.version(version.no)}`}
          title={strings.download(file.name)}
          className={buttonClasses(
            "quiet",
            "md",
            "relative size-8 px-0 max-md:order-2 max-md:-mr-2 max-md:justify-self-end pointer-coarse:size-11 max-md:pointer-coarse:-mr-3.5",
          )}
        >
          <Download aria-hidden className="size-4" />
        </a>
      ) : (
        <span className="max-md:order-2" />
      )}
    </li>
  );
}

export function FileList({ request, submissions, ...shared }: FileListProps) {
  const groups = checklistParts(request.items)
    .flatMap((part) => part.items)
    .map((item) => ({
      item,
      rows: (submissions.get(item.id) ?? []).flatMap((version) =>
        version.files.map((file) => ({ version, file })),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
  if (groups.length === 0) {
    const canReceive = request.items.some(
      (item) => item.kind === "file" && canAnswer(item, request),
    );
    const lead = canReceive ? page.noFilesLead : null;
    return (
      <div className="px-(--gutter)">
        <EmptyState level="h3" title={page.noFiles}>
          {shared.isClosed ? page.noFilesClosed : lead}
        </EmptyState>
      </div>
    );
  }
  return groups.map(({ item, rows }) => (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
    <div key={item.id} role="group" aria-labelledby={`files-${item.id}`}>
      <h3
        id={`files-${item.id}`}
        dir="auto"
        className="min-h-9.75 border-b border-line bg-sunken px-(--gutter) py-2 text-xs/5.5 font-semibold"
      >
        {item.title}{" "}
        <span className="ml-1 font-medium whitespace-nowrap text-ink-subtle">
          {formatCount(rows.length, "file")}
        </span>
      </h3>
      <ul data-list-keys>
        {rows.map(({ version, file }) => (
          <Row key={file.id} {...shared} itemId={item.id} version={version} file={file} />
        ))}
      </ul>
    </div>
  ));
}
