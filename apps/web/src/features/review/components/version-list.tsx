import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { SubmissionStatusText } from "@/features/review/components/submission-status";
import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";

export function VersionList({
  versions,
  comparedNo,
  isClosed,
  timeZone,
  now,
}: {
  versions: readonly ReviewSubmission[];
  comparedNo: number | null;
  isClosed: boolean;
  timeZone: string;
  now: string;
}) {
  const [newest] = versions;
  return (
    <section className="border-t border-line pt-3.5">
      <h2 className="mb-2 text-xs font-semibold">{strings.versions}</h2>
      <ul className="grid gap-2 text-xs">
        {versions.map((version) => (
          <li key={version.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            <span className="w-20 shrink-0 font-semibold">
              {version === newest ? (
                strings.version(version.no)
              ) : (
                <Link
                  href={{ query: { compare: version.no } }}
                  aria-current={version.no === comparedNo ? "true" : undefined}
                  title={strings.compareWith(version.no)}
                  className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
                >
                  {strings.version(version.no)}
                </Link>
              )}
            </span>
            <span className="flex grow [&>span]:text-xs">
              <SubmissionStatusText status={version.status} isClosed={isClosed} />
            </span>
            {version.submittedAt ? (
              <RelativeTime
                at={version.submittedAt}
                now={now}
                timeZone={timeZone}
                className="text-ink-subtle"
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
