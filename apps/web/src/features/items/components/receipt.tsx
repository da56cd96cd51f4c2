import { UnbrokenWords } from "@/components/ui/unbroken-words";
import { strings as fileStrings } from "@/features/files/strings";
import { ContactAnswer } from "@/features/items/components/contact-answer";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { PrintButton } from "@/features/items/components/print-button";
import { isClosed, liveFiles, sentVersions } from "@/features/items/selectors";
import { strings } from "@/features/items/strings";
import type { AnsweredItem, ContactRequest, SentVersion } from "@/features/items/types";
import { formatDateTime } from "@/lib/format/format";
import { classNames } from "@/lib/style/class-names";

const texts = strings.done;

function Version({
  submission,
  isOnly,
  timeZone,
}: {
  submission: SentVersion;
  isOnly: boolean;
  timeZone: string;
}) {
  const { no, status, submittedAt, decidedAt } = submission;
  const at = (instant: string) => formatDateTime(instant, { timeZone, nameZone: true });
  return (
    <div className={classNames("flex flex-col gap-2", isOnly ? "mt-0.5" : "mt-4")}>
      {isOnly ? null : (
        <div className="flex flex-wrap items-center gap-x-3 print:break-after-avoid">
          <h4 className="text-sm font-semibold">{strings.item.version(no)}</h4>
          {/* Use the labels of closed requests, because no one has to act on an earlier
              version. */}
          <ItemStatusBadge status={status} audience="contact" isClosed isPill />
        </div>
      )}
      <p className="text-sm text-ink-muted print:break-after-avoid">
        {submittedAt ? <span className="block">{texts.submittedAt(at(submittedAt))}</span> : null}
        {decidedAt ? <span className="block">{texts.decidedAt(at(decidedAt))}</span> : null}
      </p>
      <ContactAnswer submission={submission} showFingerprints />
    </div>
  );
}

export function Receipt({
  request,
  items,
  address,
}: {
  request: ContactRequest;
  items: readonly AnsweredItem[];
  address: string;
}) {
  const hasFiles = items.some((item) =>
    sentVersions(item).some((sent) => liveFiles(sent).length > 0),
  );
  return (
    <section
      aria-labelledby="receipt"
      className="rounded-xl border border-line p-3.5 print:border-0 print:p-0"
    >
      <div className="flex flex-wrap items-start justify-between gap-4 sm:flex-nowrap">
        <div>
          <h2 id="receipt" className="scroll-mt-6 text-lg font-heading">
            {texts.receipt}
          </h2>
          <p className="text-sm text-ink-muted">
            <UnbrokenWords>{texts.receiptLead}</UnbrokenWords>
            {hasFiles ? ` ${fileStrings.unscanned}` : null}
          </p>
          <p className="hidden text-sm text-ink-muted print:block">{address}</p>
        </div>
        <PrintButton label={texts.print} />
      </div>
      <ol className="mt-4 divide-y divide-line print:border-t">
        {items.map((item) => {
          const sent = sentVersions(item);
          return (
            <li key={item.id} className="py-4 last:pb-0 print:py-3">
              <div className="flex items-baseline justify-between gap-x-3 print:break-after-avoid">
                <h3 dir="auto" className="min-w-0 font-semibold wrap-anywhere">
                  {item.title}
                </h3>
                <ItemStatusBadge
                  status={item.status}
                  audience="contact"
                  isClosed={isClosed(request)}
                />
              </div>
              {sent.length === 0 ? (
                <p className="text-sm text-ink-muted">
                  {item.status === "waived" ? texts.waived : texts.none}
                </p>
              ) : null}
              {sent.map((submission) => (
                <Version
                  key={submission.id}
                  submission={submission}
                  isOnly={sent.length === 1}
                  timeZone={request.timeZone}
                />
              ))}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
