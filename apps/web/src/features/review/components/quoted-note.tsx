import { Monogram } from "@/components/ui/monogram";
import { RelativeTime } from "@/components/ui/relative-time";
import { strings } from "@/features/review/strings";
import type { ReviewSubmission } from "@/features/review/types";

type When = { timeZone: string; now: string };

export function DecisionNote({
  version: { no, status, decider, decisionNote, decidedAt },
  ...when
}: { version: ReviewSubmission } & When) {
  if (status === "draft" || status === "submitted") return null;
  const name = decider?.name ?? strings.someone;
  return (
    <section className="flex gap-2 rounded-box border border-line bg-sunken px-3 py-2.5 text-xs">
      {decider ? (
        <Monogram
          id={decider.id}
          name={name}
          shape="person"
          size={22}
          imageUrl={decider.imageUrl}
        />
      ) : null}
      <div className="grid min-w-0 gap-1 pt-0.5">
        <p>
          <span className="font-semibold">{strings.decided[status](name, no)}</span>
          {decidedAt ? (
            <span className="text-ink-subtle">
              , <RelativeTime at={decidedAt} {...when} isInline />
            </span>
          ) : null}
        </p>
        {decisionNote ? (
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {decisionNote}
          </p>
        ) : null}
      </div>
    </section>
  );
}

export function ClientNote({
  version: { submitter, clientNote, submittedAt, notApplicable },
  ...when
}: { version: ReviewSubmission } & When) {
  // If the item does not apply, the viewer already shows this note as the reason.
  if (!clientNote || notApplicable) return null;
  const name = submitter?.name ?? strings.someone;
  return (
    <section className="grid gap-2 border-t border-line pt-3.5 text-xs">
      <h2 className="font-semibold">{strings.note}</h2>
      <div className="flex gap-2">
        {submitter ? (
          <Monogram
            id={submitter.id}
            name={name}
            shape="person"
            size={22}
            imageUrl={submitter.imageUrl}
          />
        ) : null}
        <div className="min-w-0">
          <p>
            <span className="font-semibold">{name}</span>{" "}
            {submittedAt ? (
              <RelativeTime at={submittedAt} {...when} className="text-ink-subtle" />
            ) : null}
          </p>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {clientNote}
          </p>
        </div>
      </div>
    </section>
  );
}
