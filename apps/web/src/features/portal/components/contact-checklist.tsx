import { ChevronDown, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Status } from "@/components/ui/status";
import { isDone } from "@/features/items/selectors";
import { strings } from "@/features/items/strings";
import type { AnsweredItem } from "@/features/items/types";
import { groupItems } from "@/features/portal/checklist/groups";
import { type ChecklistFacts, ChecklistRow } from "@/features/portal/components/checklist-row";

const texts = strings.list;

function Group({
  id,
  title,
  count,
  children,
}: {
  id: string;
  title: string;
  count: string | undefined;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="print:text-sm">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={id} dir="auto" className="text-lg font-heading">
          {title}
        </h2>
        {count ? <p className="shrink-0 text-sm font-medium text-ink-subtle">{count}</p> : null}
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface print:rounded-none print:border-x-0">
        {children}
      </ul>
    </section>
  );
}

function Accepted({ items, facts }: { items: readonly AnsweredItem[]; facts: ChecklistFacts }) {
  if (items.length === 0) return null;
  return (
    <li>
      <details className="group/accepted print:details-content:[content-visibility:visible] print:details-content:[block-size:auto]">
        <summary
          data-print="hide"
          className="flex min-h-16! list-none group-open/accepted:min-h-12! items-center gap-2.5 py-2 pr-3 pl-3.5 hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden"
        >
          <span className="min-w-0 grow">
            <Status tone="success" icon={CircleCheck} className="flex!">
              {texts.accepted(items.length)}
            </Status>
            <span className="block truncate text-sm text-ink-muted group-open/accepted:hidden">
              {items.map(({ title }) => title).join(", ")}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-ink-subtle transition-transform group-open/accepted:rotate-180"
          />
        </summary>
        <ul className="divide-y divide-line border-t border-line bg-sunken print:border-0">
          {items.map((item) => (
            <ChecklistRow key={item.id} item={item} facts={facts} isFolded />
          ))}
        </ul>
      </details>
    </li>
  );
}

const rowsOf = (items: readonly AnsweredItem[], facts: ChecklistFacts) =>
  items.map((item) => <ChecklistRow key={item.id} item={item} facts={facts} />);

export function ContactChecklist({
  items,
  facts,
}: {
  items: readonly AnsweredItem[];
  facts: ChecklistFacts;
}) {
  if (facts.isClosed) {
    return (
      <Group id="complete" title={texts.complete} count={undefined}>
        {rowsOf(items, facts)}
      </Group>
    );
  }
  const { corrections, groups, optional } = groupItems(items, facts.readyIds);
  return (
    <div className="flex flex-col gap-6">
      {corrections.length > 0 ? (
        <Group id="corrections" title={texts.corrections} count={String(corrections.length)}>
          {rowsOf(corrections, facts)}
        </Group>
      ) : null}
      {groups.map((group, index) => (
        <Group
          key={group.section}
          id={`section-${index}`}
          title={group.section || (group.items.every(isDone) ? texts.complete : texts.needed)}
          count={texts.progress(group.done, group.total)}
        >
          {rowsOf(group.items, facts)}
          <Accepted items={group.accepted} facts={facts} />
        </Group>
      ))}
      {optional.items.length + optional.accepted.length > 0 ? (
        <Group id="optional" title={texts.optional} count={undefined}>
          {rowsOf(optional.items, facts)}
          <Accepted items={optional.accepted} facts={facts} />
        </Group>
      ) : null}
    </div>
  );
}
