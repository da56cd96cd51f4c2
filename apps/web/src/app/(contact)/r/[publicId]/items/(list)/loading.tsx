import { Skeleton, SkeletonPage } from "@/components/ui/skeleton";
import { strings } from "@/features/items/strings";

/** Same layout as the checklist. */
export default function ItemsLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-4 h-8 w-72 max-w-full" />
      <Skeleton className="mt-6 h-2 w-full" />
      <Skeleton className="mt-8 h-11 w-36" />
      <Skeleton className="mt-8 h-6 w-44" />
      <div className="mt-3 flex flex-col gap-px">
        {["one", "two", "three"].map((row) => (
          <Skeleton key={row} className="h-16 w-full" />
        ))}
      </div>
    </SkeletonPage>
  );
}
