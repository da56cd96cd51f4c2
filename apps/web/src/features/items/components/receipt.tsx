import { Card } from "@/components/ui/card";
import { AnswerView } from "@/features/items/components/answer-view";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { PrintButton } from "@/features/items/components/print-button";
import { latestSent } from "@/features/items/permissions";
import { strings } from "@/features/items/strings";
import type { ContactRequest, Item } from "@/features/items/types";
import { formatDateTime } from "@/lib/format";

/** Proof of what was sent: each item, when, and the fingerprint of each file. Made for printing. */
export function Receipt({ request, items }: { request: ContactRequest; items: readonly Item[] }) {
  const texts = strings.done;
  return (
    <Card labelledBy="receipt">
      <div className="flex flex-wrap items-start justify-between gap-4 sm:flex-nowrap">
        <div>
          <h2 id="receipt" className="text-lg font-semibold">
            {texts.receipt}
          </h2>
          <p className="text-sm text-ink-muted">{texts.receiptLead}</p>
        </div>
        <PrintButton />
      </div>
      <ol className="mt-4 divide-y divide-line">
        {items.map((item) => {
          const sent = latestSent(item);
          return (
            <li key={item.id} data-print="keep" className="py-4">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h3 className="font-medium">{item.title}</h3>
                <ItemStatusBadge status={item.status} audience="contact" />
              </div>
              {sent?.submitted_at ? (
                <p className="mb-1 text-sm text-ink-muted">
                  {texts.submittedAt(
                    formatDateTime(sent.submitted_at, {
                      timeZone: request.timeZone,
                      nameZone: true,
                    }),
                  )}
                </p>
              ) : (
                <p className="text-sm text-ink-muted">
                  {item.status === "waived" ? texts.waived : texts.none}
                </p>
              )}
              {sent ? <AnswerView submission={sent} showFingerprints /> : null}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
