import { Download } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { checklistParts } from "@/features/items/permissions";
import { page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { SubmissionStatusText } from "@/features/review/components/submission-status";
import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";
import { formatBytes } from "@/lib/format/format";

/** All files of a request in the order of the checklist, with the decision on their version. */
export function FileList({
  base,
  request,
  submissions,
  isClosed,
  timeZone,
  now,
}: {
  /** Path of the request's page. */
  base: string;
  request: Request;
  submissions: ReadonlyMap<string, ReviewSubmission[]>;
  isClosed: boolean;
  timeZone: string;
  now: string;
}) {
  const items = checklistParts(request.items).flatMap((part) => part.items);
  const rows = items.flatMap((item) =>
    (submissions.get(item.id) ?? []).flatMap((version) =>
      version.files.map((file) => ({ item, version, file })),
    ),
  );
  if (rows.length === 0) return <p className="px-(--gutter) py-4 text-ink-muted">{page.noFiles}</p>;
  return (
    <ul>
      {rows.map(({ item, version, file }) => (
        <li
          key={file.id}
          className="relative grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b border-line px-(--gutter) py-2 hover:bg-hover md:grid-cols-[9.25rem_minmax(0,1fr)_minmax(0,0.82fr)_4.5rem_2rem]"
        >
          <span className="flex max-md:order-3 [&>span]:text-xs">
            <SubmissionStatusText status={version.status} isClosed={isClosed} />
          </span>
          <div className="min-w-0">
            <Link
              href={`${base}/review/${item.id}?file=${file.id}` as Route}
              prefetch={false}
              dir="auto"
              className="block truncate font-medium after:absolute after:inset-0 max-md:whitespace-normal"
            >
              {file.name}
            </Link>
            <p className="text-xs text-ink-muted">
              {formatBytes(file.bytes)} · {strings.version(version.no)}
            </p>
          </div>
          <p className="min-w-0 truncate text-xs text-ink-muted max-md:order-4 max-md:col-span-2">
            {item.title}
          </p>
          <span className="text-right text-xs whitespace-nowrap text-ink-subtle max-md:hidden">
            <RelativeTime at={file.createdAt} now={now} timeZone={timeZone} />
          </span>
          {file.status === "ready" ? (
            <a
              href={`/files/${file.id}?download`}
              aria-label={strings.download(file.name)}
              title={strings.download(file.name)}
              className={buttonClasses(
                "quiet",
                "md",
                "relative size-8 px-0 max-md:order-2 pointer-coarse:size-11",
              )}
            >
              <Download aria-hidden className="size-4" />
            </a>
          ) : (
            <span className="max-md:order-2" />
          )}
        </li>
      ))}
    </ul>
  );
}
