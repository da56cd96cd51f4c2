import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { Skeleton, SkeletonPage } from "@/components/ui/skeleton";

const ROWS = ["w-1/2", "w-2/5", "w-3/5", "w-1/3", "w-1/2"];

/** A title and rows where a list will stand. */
export function ListSkeleton() {
  return (
    <SkeletonPage label={strings.loading}>
      <Skeleton className="mb-3 h-8 w-40" />
      <Skeleton className="mb-6 h-5 w-64 max-w-full" />
      <div className="divide-y divide-line rounded-lg border border-line bg-surface">
        {ROWS.map((width, index) => (
          <div
            key={index}
            className="flex min-h-16 flex-col justify-center gap-2 px-4 py-3 sm:px-6"
          >
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-4 w-1/4" />
          </div>
        ))}
      </div>
    </SkeletonPage>
  );
}
