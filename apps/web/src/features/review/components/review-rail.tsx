import type { Route } from "next";
import Link from "next/link";
import { Segments } from "@/components/ui/segments";
import { ItemStatusIcon } from "@/features/items/components/item-status";
import { checklistParts, countRequired, isClosed } from "@/features/items/selectors";
import { strings as items } from "@/features/items/strings";
import { page } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";
import { Due } from "@/features/review/components/due";
import { canDecide } from "@/features/review/permissions";
import { strings } from "@/features/review/strings";
import { classNames } from "@/lib/style/class-names";

export function ReviewRail({
  request,
  itemId,
  base,
  today,
}: {
  request: Request;
  itemId: string;
  base: string;
  today: string;
}) {
  const progress = countRequired(request.items);
  const total = request.items.filter((item) => item.required).length;
  const names = isClosed(request)
    ? { ...items.staffStatus, ...items.staffClosed }
    : items.staffStatus;
  return (
    <nav aria-label={strings.items}>
      <div className="mb-3 grid gap-1.5 px-2 pt-0.5 max-side:hidden">
        {total > 0 ? (
          <Segments progress={progress} isComplete={request.status === "complete"} />
        ) : null}
        <p className="text-xs text-ink-muted">
          <span className="font-semibold">
            {total > 0
              ? page.progress(progress.accepted, total)
              : page.optional(request.items.length, true)}
          </span>
          {request.dueOn ? (
            <>
              {" · "}
              <Due dueOn={request.dueOn} status={request.status} today={today} isInline />
            </>
          ) : null}
        </p>
      </div>
      {checklistParts(request.items).map(({ section, items: members }, index) => (
        <div
          key={section ?? "optional"}
          className={classNames(
            "max-side:py-1",
            index > 0 && "max-side:border-t max-side:border-line",
          )}
        >
          {section === "" ? null : (
            <h2 className="px-2 pt-3 pb-1 text-2xs font-semibold text-ink-subtle max-side:sr-only">
              {section ?? items.optional}
            </h2>
          )}
          <ul>
            {members.map((item) => (
              <li key={item.id}>
                <Link
                  href={`${base}/review/${item.id}` as Route}
                  aria-current={item.id === itemId ? "page" : undefined}
                  title={item.title}
                  className={classNames(
                    "flex min-h-8 items-start gap-2 rounded-md px-2 py-1.5 pointer-coarse:min-h-11 max-side:size-10 max-side:items-center max-side:justify-center max-side:p-0",
                    item.id === itemId
                      ? "border border-line bg-surface font-semibold text-ink"
                      : "border border-transparent hover:bg-hover",
                    item.id === itemId || canDecide(item, request) ? "text-ink" : "text-ink-muted",
                  )}
                >
                  <ItemStatusIcon status={item.status} className="size-4 side:mt-0.5" />
                  <span className="min-w-0 max-side:sr-only">
                    {item.title}
                    <span className="sr-only">, {names[item.status]}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
