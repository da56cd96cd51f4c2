import type { EmailBudget } from "@/features/email-budget/loaders";
import { strings } from "@/features/email-budget/strings";
import { formatNames } from "@/lib/format/format";

const texts = strings.limits;

// Do not show how many emails were sent today. The limit for one recipient counts emails from all
// firms, so the difference would reveal that other firms write to the same person.
export function EmailLimits({ budget }: { budget: EmailBudget }) {
  const waiting = [
    ...(budget.requests_waiting > 0 ? [texts.requestsWaiting(budget.requests_waiting)] : []),
    ...(budget.invitations_waiting > 0
      ? [texts.invitationsWaiting(budget.invitations_waiting)]
      : []),
  ];
  const rows = [
    [texts.level, budget.is_trusted ? texts.trusted : texts.new],
    [texts.firstEmails, budget.first_emails.toLocaleString("en-US")],
    [texts.invitations, budget.invitations.toLocaleString("en-US")],
    [texts.waiting, waiting.length > 0 ? formatNames(waiting) : texts.none],
  ];
  return (
    <>
      <dl className="flex flex-col divide-y divide-line">
        {rows.map(([term, value]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4 py-3 first:pt-0">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {budget.is_trusted ? null : (
        <p className="max-w-text text-sm text-ink-muted">{texts.newHint}</p>
      )}
    </>
  );
}
