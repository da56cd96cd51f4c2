import { ChevronRight } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { draftOf } from "@/features/items/permissions";
import { strings } from "@/features/items/strings";
import type { AnsweredItem } from "@/features/items/types";

type RowProps = { item: AnsweredItem; publicId: string; isReady: boolean; isClosed: boolean };

function Row({ item, publicId, isReady, isClosed }: RowProps) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 hover:bg-hover sm:flex-nowrap sm:px-6">
      <div className="min-w-0 grow basis-full sm:basis-auto">
        {item.section ? <p className="text-xs text-ink-subtle">{item.section}</p> : null}
        <Link
          href={`/r/${publicId}/items/${item.id}` as Route}
          className="font-medium text-accent underline decoration-1 underline-offset-4 after:absolute after:inset-0 hover:decoration-2"
        >
          {item.title}
        </Link>
      </div>
      <ItemStatusBadge
        status={item.status}
        audience="contact"
        isStarted={draftOf(item) !== undefined}
        isReady={isReady}
        isClosed={isClosed}
      />
      <ChevronRight aria-hidden className="ml-auto size-5 shrink-0 text-ink-subtle sm:ml-0" />
    </li>
  );
}

/** Lists required items first. After the request is complete, lists all items together. */
export function ContactChecklist({
  items,
  publicId,
  readyIds,
  isComplete,
}: {
  items: readonly AnsweredItem[];
  /** Items whose answer is complete but not sent. */
  readyIds: ReadonlySet<string>;
  publicId: string;
  isComplete: boolean;
}) {
  const texts = strings.list;
  const toDo = [
    { id: "needed", title: texts.needed, items: items.filter((item) => item.required) },
    { id: "optional", title: texts.optional, items: items.filter((item) => !item.required) },
  ];
  const groups = (isComplete ? [{ id: "complete", title: texts.complete, items }] : toDo).filter(
    (group) => group.items.length > 0,
  );
  return (
    <div className="flex flex-col gap-8">
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={group.id}>
          <h2 id={group.id} className="mb-3 text-lg font-heading">
            {group.title}
          </h2>
          <Card as="div" padded={false} className="overflow-hidden">
            <ul className="divide-y divide-line">
              {group.items.map((item) => (
                <Row
                  key={item.id}
                  item={item}
                  publicId={publicId}
                  isReady={readyIds.has(item.id)}
                  isClosed={isComplete}
                />
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </div>
  );
}
