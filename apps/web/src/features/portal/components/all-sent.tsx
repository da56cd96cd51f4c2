import { CircleCheck } from "lucide-react";
import { strings } from "@/features/items/strings";
import type { ContactRequest } from "@/features/items/types";

export function AllSent({
  request,
  hasMore,
  sentTitle,
}: {
  request: ContactRequest;
  hasMore: boolean;
  sentTitle: string | undefined;
}) {
  const texts = strings.done;
  const isComplete = request.status !== "open";
  return (
    <div
      role={sentTitle === undefined ? undefined : "status"}
      data-print="hide"
      data-all-sent
      className="flex flex-col items-start gap-3"
    >
      <CircleCheck aria-hidden className="size-10 text-success-mark" />
      <div>
        <p className="text-xl font-heading">
          {isComplete ? texts.complete : hasMore ? texts.enoughTitle : texts.title}
        </p>
        {sentTitle === undefined ? null : <p className="mt-1">{strings.list.sent(sentTitle)}</p>}
        <p className="mt-1 text-ink-muted">
          {isComplete ? texts.completeLead(request.firm) : texts.lead(request.firm)}
          {hasMore ? ` ${texts.enoughLead}` : null}
        </p>
        {hasMore ? null : <p className="mt-1 text-ink-muted">{texts.close}</p>}
      </div>
    </div>
  );
}
