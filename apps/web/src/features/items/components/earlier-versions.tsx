import { ChevronDown } from "lucide-react";
import { AnswerView } from "@/features/items/components/answer-view";
import { strings } from "@/features/items/strings";
import type { Submission } from "@/features/items/types";

const texts = strings.item;

export function EarlierVersions({
  submissions,
  isOpen,
}: {
  submissions: readonly Submission[];
  isOpen: boolean;
}) {
  if (submissions.length === 0) return null;
  return (
    <details className="group/earlier rounded-xl border border-line" open={isOpen}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-xl px-3.5 font-semibold text-firm [&::-webkit-details-marker]:hidden">
        {texts.earlier}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 transition-transform group-open/earlier:rotate-180"
        />
      </summary>
      <ol className="divide-y divide-line border-t border-line">
        {submissions.map((submission) => (
          <li key={submission.id} className="p-3.5">
            <h3 className="mb-1 text-sm font-semibold">{texts.version(submission.no)}</h3>
            <AnswerView submission={submission} />
            {submission.decisionNote ? (
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
