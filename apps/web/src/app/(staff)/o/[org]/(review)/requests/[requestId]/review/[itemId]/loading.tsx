import { strings as frame } from "@/app/_components/strings";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { Skeleton, SkeletonLine, SkeletonPage } from "@/components/ui/skeleton";
import { ReviewGrid } from "@/features/review/components/review-grid";

const TITLES = ["w-3/5", "w-2/5", "w-4/5", "w-3/5", "w-1/2", "w-2/5"];

export default function ReviewLoading() {
  return (
    <SkeletonPage isFullScreen label={strings.loading}>
      <ReviewGrid
        bar={
          <>
            <h1 className="sr-only">{frame.kinds.review}</h1>
            <Skeleton className="size-8 rounded-md" />
            <Skeleton className="h-5 w-60 max-w-1/2" />
            <span className="grow" />
            <Skeleton className="size-8 rounded-md" />
            <Skeleton className="size-8 rounded-md" />
          </>
        }
        rail={
          <div className="grid gap-4 px-2 pt-1">
            {TITLES.map((width, index) => (
              <Skeleton key={`${index}${width}`} className={`h-4 max-side:w-4 ${width}`} />
            ))}
          </div>
        }
        viewer={
          <div className="flex grow flex-col gap-3 p-4">
            <Skeleton className="h-6 w-48" />
            <Skeleton className="grow rounded-xs" />
          </div>
        }
        decision={
          <>
            <div data-place="title" className="text-lg font-heading">
              <SkeletonLine className="w-56" />
            </div>
            <SkeletonLine className="w-44" />
            <div className="grid gap-2">
              {["accept", "return", "more", "waive"].map((button) => (
                <Skeleton key={button} className="h-10 rounded-md" />
              ))}
            </div>
          </>
        }
      />
    </SkeletonPage>
  );
}
