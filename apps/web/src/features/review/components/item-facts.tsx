import type { ReactNode } from "react";
import type { Item } from "@/features/items/types";
import { itemAmount } from "@/features/requests/strings";
import { strings } from "@/features/review/strings";
import { dateInZone, formatDate } from "@/lib/format/format";
import { classNames } from "@/lib/style/class-names";

const texts = strings.itemFacts;

function Fact({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames("max-w-text min-w-0", className)}>
      <dt className="text-2xs font-semibold text-ink-subtle">{label}</dt>
      <dd className="mt-1 break-words whitespace-pre-wrap">{children}</dd>
    </div>
  );
}

/** Shows what the client was asked for, if the item has no answer. */
export function ItemFacts({
  item,
  sentAt,
  remindedAt,
  timeZone,
}: {
  item: Item;
  sentAt: string | null;
  remindedAt: string | null;
  timeZone: string;
}) {
  const { help, options } = item;
  return (
    <dl className="flex flex-col gap-5 border-t border-line">
      <Fact label={texts.kind}>{itemAmount(item)}</Fact>
      {options.choices.length > 0 ? (
        <Fact label={texts.choices}>
          {options.choices.map((choice) => (
            <span key={choice} dir="auto" className="block">
              {choice}
            </span>
          ))}
        </Fact>
      ) : null}
      {help ? (
        // On phones, the page shows the help text above this component.
        <Fact label={texts.help} className="max-md:hidden">
          <span dir="auto">{help}</span>
        </Fact>
      ) : null}
      {sentAt ? (
        <Fact label={texts.sent}>{formatDate(dateInZone(new Date(sentAt), timeZone))}</Fact>
      ) : null}
      {remindedAt ? (
        <Fact label={texts.reminded}>{formatDate(dateInZone(new Date(remindedAt), timeZone))}</Fact>
      ) : null}
    </dl>
  );
}
