import { Skeleton, SkeletonLine } from "@/components/ui/skeleton";

const WIDTHS = ["w-56", "w-40", "w-64", "w-48"];

export function RequestRowsSkeleton({ isOfOneClient = false }: { isOfOneClient?: boolean }) {
  return (
    <div
      data-place="list"
      className="@container divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {WIDTHS.map((width) => (
        <div key={width} className="flex min-h-16 items-center gap-4 px-4 py-3 sm:px-6">
          <div className="flex min-w-0 grow flex-col gap-x-6 gap-y-2 @3xl:flex-row @3xl:items-center">
            <div className="min-w-0 grow">
              <SkeletonLine className={width} />
              <div className="text-sm">
                {isOfOneClient ? null : <SkeletonLine className="w-36 sm:w-60" />}
                <SkeletonLine className={isOfOneClient ? "w-28" : "w-28 sm:hidden"} />
              </div>
            </div>
            <div className="flex items-center gap-x-3 text-sm @3xl:w-80 @3xl:shrink-0">
              <Skeleton className="h-5.5 w-16 rounded-full" />
              <SkeletonLine className="w-24" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
