import { type Progress, Segments } from "@/components/ui/segments";
import { ItemStatusIcon } from "@/features/items/components/item-status";
import { countRequired, isClosed } from "@/features/items/selectors";
import { page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";

const ORDER: readonly (keyof Progress)[] = [
  "accepted",
  "submitted",
  "partial",
  "returned",
  "open",
  "waived",
];

const COLORS: Record<keyof Progress, string> = {
  accepted: "text-success",
  submitted: "text-accent",
  partial: "text-warning",
  returned: "text-danger",
  open: "text-ink-muted",
  waived: "text-ink-subtle",
};

export function ProgressLegend({ request }: { request: Request }) {
  const progress = countRequired(request.items);
  const closed: Partial<Record<keyof Progress, string>> = isClosed(request)
    ? page.legendClosed
    : {};
  const optional = request.items.filter((item) => !item.required).length;
  return (
    <div className="grid gap-2">
      <Segments
        progress={progress}
        isComplete={request.status === "complete"}
        className="h-2 gap-[3px] print:hidden"
      />
      <ul className="flex flex-wrap gap-x-4.5 gap-y-1 text-xs">
        {ORDER.filter((status) => progress[status] > 0).map((status) => (
          <li
            key={status}
            className={`flex items-center gap-1 ${closed[status] ? "text-ink-muted" : COLORS[status]}`}
          >
            <ItemStatusIcon status={status} className="size-3.5" />
            <span>
              <span className="font-heading">{progress[status]}</span>{" "}
              {closed[status] ?? page.legend[status](progress[status])}
            </span>
          </li>
        ))}
        {optional > 0 ? (
          <li className="text-ink-subtle">
            {page.optional(optional, optional === request.items.length)}
          </li>
        ) : null}
      </ul>
    </div>
  );
}
