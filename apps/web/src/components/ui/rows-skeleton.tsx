import { Skeleton, SkeletonLine } from "@/components/ui/skeleton";
import { classNames } from "@/lib/style/class-names";

const WIDTHS = ["w-3/5", "w-2/5", "w-1/2", "w-1/3", "w-2/3"];

export function RowsSkeleton({
  count = 5,
  lines = ["w-2/5"],
  mark,
}: {
  count?: number;
  lines?: readonly string[];
  mark?: string;
}) {
  return (
    <div
      data-place="list"
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex min-h-16 items-center gap-4 px-4 py-3 sm:px-6">
          {mark ? <Skeleton className={classNames("shrink-0", mark)} /> : null}
          <div className="min-w-0 grow">
            <SkeletonLine className={WIDTHS[index % WIDTHS.length]} />
            <div className="text-sm">
              {lines.map((line) => (
                <SkeletonLine key={line} className={line} />
              ))}
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
