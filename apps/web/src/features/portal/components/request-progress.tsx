import { progressOf } from "@/features/items/permissions";
import { strings } from "@/features/items/strings";
import type { AnsweredItem } from "@/features/items/types";
import { minutesLeft } from "@/features/portal/checklist/groups";
import { classNames } from "@/lib/class-names";

/** If the bar has this many parts or more, it has no gaps. */
const CONTINUOUS_FROM = 25;

/** Shows how much of a request is done, in the color of the firm. */
export function RequestProgress({
  items,
  readyIds,
  isOpen,
}: {
  items: readonly AnsweredItem[];
  readyIds: ReadonlySet<string>;
  isOpen: boolean;
}) {
  const { done, total } = progressOf(items);
  const minutes = isOpen ? minutesLeft(items, readyIds) : null;
  return (
    <div data-print="hide" className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-4 text-md">
        <span className="font-semibold">{strings.list.progress(done, total)}</span>
        {minutes === null ? null : (
          <span className="text-ink-subtle">{strings.list.minutesLeft(minutes)}</span>
        )}
      </p>
      <div
        aria-hidden
        className={classNames(
          "flex h-2 overflow-hidden rounded-xs",
          total < CONTINUOUS_FROM && "gap-0.75",
        )}
      >
        {Array.from({ length: total }, (_, index) => (
          <span
            key={index}
            className={classNames(
              "grow first:rounded-l-xs last:rounded-r-xs",
              total < CONTINUOUS_FROM && "rounded-[2px]",
              index < done
                ? "bg-firm-fill forced-colors:bg-[CanvasText]"
                : "bg-track forced-colors:border",
            )}
          />
        ))}
      </div>
    </div>
  );
}
