import { ButtonSkeleton } from "@/components/ui/button";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { Skeleton, SkeletonLine, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/items/strings";

const texts = strings.list;

export default function ItemsLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <div className="mb-8">
        <div className="flex items-center gap-3">
          <Skeleton className="size-12 shrink-0 rounded-md" />
          <SkeletonLine className="w-32" />
        </div>
        <div data-place="title" className="mt-4 text-2xl font-heading">
          <SkeletonLine className="w-72" />
        </div>
        <SkeletonLine className="mt-1 w-36" />
        <p className="mt-5 mb-1.5 text-sm font-medium">
          <SkeletonText>{texts.progress(1, 5)}</SkeletonText>
        </p>
        <Skeleton className="h-2 rounded-full" />
      </div>
      <div className="flex flex-col gap-8">
        <Skeleton className="h-24 rounded-lg" />
        <div className="max-sm:hidden">
          <ButtonSkeleton>{texts.next}</ButtonSkeleton>
        </div>
        <div>
          <div className="mb-3 text-lg font-heading">
            <SkeletonText>{texts.needed}</SkeletonText>
          </div>
          <RowsSkeleton count={4} lines={["w-24 sm:hidden"]} />
        </div>
      </div>
    </SkeletonPage>
  );
}
