import { strings as frame } from "@/app/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import {
  Skeleton,
  SkeletonLine,
  SkeletonPage,
  SkeletonText,
  SkeletonTitle,
} from "@/components/ui/skeleton";
import { strings } from "@/features/items/strings";

const texts = strings.list;

export default function ItemsLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <div className="flex flex-col gap-5">
        <div>
          <SkeletonTitle kind={frame.kinds.checklist} className="text-2xl font-heading" />
          <div className="mt-1">
            <SkeletonLine className="w-44" />
            <SkeletonLine className="w-60" />
          </div>
        </div>
        <div className="flex flex-col gap-2">
          <p className="text-md font-semibold">
            <SkeletonText>{texts.progress(1, 5)}</SkeletonText>
          </p>
          <Skeleton className="h-2 rounded-xs" />
        </div>
        <ButtonSkeleton className="w-full sm:w-56">{texts.next}</ButtonSkeleton>
        <div className="mt-1">
          <div className="mb-2 text-lg font-heading">
            <SkeletonText>{texts.needed}</SkeletonText>
          </div>
          <RowsSkeleton count={4} lines={["w-24"]} />
        </div>
      </div>
    </SkeletonPage>
  );
}
