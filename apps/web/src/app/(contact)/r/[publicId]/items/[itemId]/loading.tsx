import { Skeleton, SkeletonPage } from "@/components/ui/skeleton";
import { strings } from "@/features/items/strings";

/** Same layout as an item. */
export default function ItemLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-4 h-8 w-80 max-w-full" />
      <Skeleton className="mt-4 h-4 w-full" />
      <Skeleton className="mt-2 h-4 w-2/3" />
      <Skeleton className="mt-8 h-36 w-full" />
      <Skeleton className="mt-6 h-20 w-full" />
      <Skeleton className="mt-6 h-11 w-32" />
    </SkeletonPage>
  );
}
