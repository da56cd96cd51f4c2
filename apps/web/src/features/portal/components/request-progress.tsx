import { ProgressBar } from "@/components/ui/firm-progress";
import { progressOf } from "@/features/items/selectors";
import { strings } from "@/features/items/strings";
import type { AnsweredItem } from "@/features/items/types";
import { minutesLeft } from "@/features/portal/checklist/groups";

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
      <ProgressBar done={done} total={total} />
    </div>
  );
}
