import type { EmailBudget } from "@/features/email-budget/loaders";
import { strings } from "@/features/email-budget/strings";
import { formatNames, formatNumber } from "@/lib/format/format";

const texts = strings.limits;

// Do not show the number of sent emails. The limit for each recipient counts the emails of all
// firms, so the number would reveal whether other firms email the recipient.
export function EmailLimits({ budget }: { budget: EmailBudget }) {
  const waiting = [
    ...(budget.requestsWaiting > 0 ? [texts.requestsWaiting(budget.requestsWaiting)] : []),
    ...(budget.invitationsWaiting > 0 ? [texts.invitationsWaiting(budget.invitationsWaiting)] : []),
  ];
  const rows: { term: string; note?: string; value: string }[] = [
    { term: texts.level, value: budget.isTrusted ? texts.trusted : texts.new },
    { term: texts.firstEmails, value: formatNumber(budget.firstEmails) },
    {
      term: texts.invitations,
      note: texts.invitationsNote,
      value: formatNumber(budget.invitations),
    },
    { term: texts.waiting, value: waiting.length > 0 ? formatNames(waiting) : texts.none },
  ];
  return (
    <>
      <dl className="flex flex-col divide-y divide-line">
        {rows.map(({ term, note, value }) => (
          <div
            key={term}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,auto)] items-baseline gap-x-4 py-3 first:pt-0"
          >
            <dt>
              {term}
              {note ? <span className="block text-xs text-ink-muted">{note}</span> : null}
            </dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {budget.isTrusted ? null : (
        <p className="max-w-text text-sm text-ink-muted">{texts.newHint}</p>
      )}
    </>
  );
}
