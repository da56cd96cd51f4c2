import type { Route } from "next";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { strings } from "@/features/templates/strings";
import type { TemplateRow } from "@/features/templates/types";
import { formatNumber } from "@/lib/format/format";
import { CELL, HEAD, ROW, ROW_LINK, TABLE } from "@/lib/style/table";

const columns = strings.columns;

export function TemplateList({
  org,
  templates,
  now,
  shownId,
  onPoint,
}: {
  org: { slug: string; timeZone: string };
  templates: readonly TemplateRow[];
  now: string;
  shownId?: string;
  onPoint?: (id: string, isFocus: boolean) => void;
}) {
  return (
    <table className={TABLE} data-list-keys>
      <thead className={HEAD}>
        <tr>
          <th scope="col">{columns.title}</th>
          <th scope="col" className="w-[15%]">
            {columns.items}
          </th>
          <th scope="col" className="w-[18%]">
            {columns.due}
          </th>
          <th scope="col" className="w-[18%]">
            {columns.updated}
          </th>
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <tr
            key={template.id}
            data-shown={template.id === shownId || undefined}
            onPointerEnter={onPoint && (() => onPoint(template.id, false))}
            onFocus={onPoint && (() => onPoint(template.id, true))}
            className={`${ROW} md:data-shown:bg-accent-soft md:data-shown:[box-shadow:inset_3px_0_var(--color-accent)]`}
          >
            <td className={`${CELL} max-md:col-span-2`}>
              <Link href={`/o/${org.slug}/templates/${template.id}` as Route} className={ROW_LINK}>
                <span dir="auto" className="block truncate font-semibold">
                  {template.title}
                </span>
              </Link>
              {template.sections.length > 0 ? (
                <span dir="auto" className="block truncate text-xs text-ink-subtle max-side:hidden">
                  {template.sections.join(", ")}
                </span>
              ) : null}
            </td>
            <td
              className={`${CELL} text-ink-muted max-md:order-3 max-md:col-span-3 max-md:text-xs`}
            >
              <span className="md:hidden">
                {strings.items(template.itemCount)} · {strings.due(template.dueInDays)}
              </span>
              <span className="max-md:hidden">{formatNumber(template.itemCount)}</span>
            </td>
            <td className={`${CELL} text-ink-muted max-md:hidden`}>
              {strings.days(template.dueInDays)}
            </td>
            <td className={`${CELL} max-md:order-2 max-md:text-right`}>
              <RelativeTime
                at={template.updatedAt}
                now={now}
                timeZone={org.timeZone}
                className="whitespace-nowrap text-ink-muted max-md:text-xs"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
