import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldSkeleton } from "@/components/ui/field";
import { PageHeaderSkeleton } from "@/components/ui/page-header";
import { Skeleton, SkeletonLine, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { list } from "@/features/requests/strings";
import { strings as review } from "@/features/review/strings";

export default function ReviewLoading() {
  return (
    <SkeletonPage isFullScreen label={strings.loading}>
      <PageHeaderSkeleton
        crumbs={[list.untitled]}
        meta={
          <>
            <Skeleton className="h-5.5 w-24 rounded-full" />
            <SkeletonText>{review.position(1, 5)}</SkeletonText>
          </>
        }
        actions={[review.previous, review.next].map((label) => (
          <ButtonSkeleton key={label} variant="secondary" size="sm" className="min-h-11" hasIcon>
            {label}
          </ButtonSkeleton>
        ))}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-4">
          <div data-place="answer" className="text-sm">
            <SkeletonLine className="w-80" />
          </div>
          <Skeleton className="h-96 rounded-lg" />
        </div>
        <Card as="div">
          <div data-place="aside" className="mb-4 text-lg font-heading">
            <SkeletonText>{review.decision}</SkeletonText>
          </div>
          <div className="flex flex-col gap-5">
            <FieldSkeleton
              label={review.decisionNote}
              hint={review.decisionNoteHint}
              optional
              className="h-23"
            />
            <div className="grid gap-3">
              <ButtonSkeleton className="max-sm:hidden" hasIcon>
                {review.accept}
              </ButtonSkeleton>
              <ButtonSkeleton className="max-sm:hidden" variant="secondary" hasIcon>
                {review.return}
              </ButtonSkeleton>
              <ButtonSkeleton variant="secondary" hasIcon>
                {review.more}
              </ButtonSkeleton>
            </div>
          </div>
        </Card>
      </div>
    </SkeletonPage>
  );
}
