import { ChevronDown } from "lucide-react";
import { ContactAnswer } from "@/features/items/components/contact-answer";
import { liveFiles } from "@/features/items/selectors";
import { strings } from "@/features/items/strings";
import type { Submission } from "@/features/items/types";
import { dateInZone, formatDateTime } from "@/lib/format/format";
import { formatDayOfYear } from "@/lib/format/relative-time";

const texts = strings.item;

export function EarlierVersions({
  submissions,
  shownNoteOf,
  timeZone,
}: {
  submissions: readonly Submission[];
  shownNoteOf: string | undefined;
  timeZone: string;
}) {
  const [newest] = submissions;
  if (!newest) return null;
  const names = liveFiles(newest).map(({ name }) => name);
  return (
    <details className="group/earlier rounded-xl border border-line">
      <summary className="flex min-h-12 list-none items-center gap-3 rounded-xl p-3.5 font-semibold text-firm [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow">
          {texts.earlier}
          {newest.submittedAt ? (
            <span className="block text-sm font-normal text-ink-muted group-open/earlier:hidden">
              {texts.earlierSent(
                submissions.map(({ no }) => no),
                formatDayOfYear(
                  dateInZone(new Date(newest.submittedAt), timeZone),
                  dateInZone(new Date(), timeZone),
                ),
              )}
            </span>
          ) : null}
          {names.length > 0 ? (
            <span className="block truncate text-sm font-normal text-ink-muted group-open/earlier:hidden">
              {names.join(", ")}
            </span>
          ) : null}
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 transition-transform group-open/earlier:rotate-180"
        />
      </summary>
      <ol className="divide-y divide-line border-t border-line">
        {submissions.map((submission) => (
          <li key={submission.id} className="p-3.5">
            <div className="mb-2 flex flex-wrap items-baseline gap-x-3 text-sm">
              <h3 id={`version-${submission.no}`} className="font-semibold">
                {texts.version(submission.no)}
              </h3>
              {submission.submittedAt ? (
                <p className="text-ink-muted">
                  {strings.done.submittedAt(
                    formatDateTime(submission.submittedAt, { timeZone, nameZone: true }),
                  )}
                </p>
              ) : null}
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields. */}
            <div role="group" aria-labelledby={`version-${submission.no}`}>
              <ContactAnswer submission={submission} />
            </div>
            {submission.decisionNote && submission.id !== shownNoteOf ? (
              <p dir="auto" className="mt-2 text-sm whitespace-pre-wrap text-ink-muted">
                <span className="font-medium">{texts.firmNote}: </span>
                {submission.decisionNote}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </details>
  );
}
