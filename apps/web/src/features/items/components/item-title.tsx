import { LateDate } from "@/features/items/components/late-date";
import { canAnswer } from "@/features/items/permissions";
import { strings } from "@/features/items/strings";
import type { AnsweredItem, ContactRequest } from "@/features/items/types";
import { dateInZone, unbroken } from "@/lib/format/format";
import { formatDueLong } from "@/lib/format/relative-time";

export function ItemTitle({ item, request }: { item: AnsweredItem; request: ContactRequest }) {
  const texts = strings.item;
  const today = dateInZone(new Date(), request.timeZone);
  const dueOn = request.status === "open" ? request.dueOn : null;
  const isLate = dueOn !== null && dueOn < today && canAnswer(item, request);
  const facts = [
    item.section,
    item.required ? "" : strings.optional,
    dueOn && !isLate ? unbroken(texts.due(formatDueLong(dueOn, today))) : "",
  ].filter((fact) => fact !== "");
  return (
    <header>
      {facts.length > 0 ? (
        <p dir="auto" className="mb-0.5 text-sm font-medium text-ink-subtle">
          {facts.join(" · ")}
        </p>
      ) : null}
      {isLate ? <LateDate dueOn={dueOn} today={today} className="mb-0.5 text-sm" /> : null}
      <h1 dir="auto" className="text-2xl font-heading">
        {item.title}
      </h1>
      {item.help ? (
        <p dir="auto" className="mt-1 whitespace-pre-wrap text-ink-muted">
          {item.help}
        </p>
      ) : null}
    </header>
  );
}
