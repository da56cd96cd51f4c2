import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonLine, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { list, page } from "@/features/requests/strings";

export default function RequestLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <SheetHeaderSkeleton
        crumbs={[list.title, list.untitled]}
        meta={
          <>
            <Skeleton className="h-5.5 w-16 rounded-full" />
            <SkeletonLine className="w-28" />
          </>
        }
        actions={
          <>
            <ButtonSkeleton variant="secondary" hasIcon>
              {page.edit}
            </ButtonSkeleton>
            <ButtonSkeleton hasIcon className="max-sm:hidden">
              {page.reviewCount(2)}
            </ButtonSkeleton>
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <div className="mb-3 text-lg font-heading">
            <SkeletonText>{page.checklist}</SkeletonText>
          </div>
          <div className="mb-4">
            <p className="mb-1.5 text-sm font-medium">
              <SkeletonText>{page.progress(1, 5)}</SkeletonText>
            </p>
            <Skeleton className="h-2 rounded-full" />
          </div>
          <RowsSkeleton lines={["w-1/4", "w-1/2"]} />
        </div>
        <div className="flex flex-col gap-6">
          <Card as="div">
            <div data-place="aside" className="mb-3 text-lg font-heading">
              <SkeletonText>{page.people}</SkeletonText>
            </div>
            <SkeletonLine className="w-40" />
            <SkeletonLine className="mt-2 w-52" />
            <Skeleton className="mt-6 h-24" />
          </Card>
          <Skeleton className="h-11 w-48 rounded-md" />
        </div>
      </div>
    </SkeletonPage>
  );
}
