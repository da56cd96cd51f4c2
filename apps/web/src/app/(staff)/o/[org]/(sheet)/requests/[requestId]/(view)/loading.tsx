import { strings as frame } from "@/app/_components/strings";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonLine, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { list, page } from "@/features/requests/strings";
import { UNTITLED_REQUEST } from "@/lib/format/untitled";

const ROWS = ["w-3/5", "w-2/5", "w-4/5", "w-3/5", "w-2/5", "w-4/5", "w-3/5"];

export default function RequestLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <SheetHeaderSkeleton
        kind={frame.kinds.request}
        crumbs={[list.title, UNTITLED_REQUEST]}
        owner={<SkeletonLine className="w-36" />}
        meta={
          <>
            <Skeleton className="h-6 w-16 rounded-full" />
            <SkeletonLine className="w-60" />
            <SkeletonLine className="w-60" />
            <SkeletonLine className="w-24" />
          </>
        }
        actions={
          <>
            <ButtonSkeleton variant="secondary" hasIcon className="max-md:hidden">
              {page.edit}
            </ButtonSkeleton>
            <ButtonSkeleton className="md:hidden">{page.reviewCount(2)}</ButtonSkeleton>
            <ButtonSkeleton className="max-md:hidden">
              {`${page.reviewCount(2)}${page.answers(2)}`}
            </ButtonSkeleton>
          </>
        }
      />
      <Skeleton className="h-2" />
      <SkeletonLine className="mt-2 w-60 text-xs max-md:h-10" />
      <div className="bleed mt-3 flex min-h-11 items-center gap-5 border-b border-line px-(--gutter)">
        {[page.checklist, page.files, page.record].map((tab) => (
          <SkeletonText key={tab}>{tab}</SkeletonText>
        ))}
      </div>
      <div className="bleed min-h-dvh side:grid side:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <div className="min-h-9.75 border-b border-line bg-sunken" />
          <div data-place="list">
            {ROWS.map((width, index) => (
              <div
                key={`${index}${width}`}
                className="grid min-h-11 items-center border-b border-line px-(--gutter) py-2 md:grid-cols-[9.25rem_minmax(0,1fr)] md:gap-x-4"
              >
                <Skeleton className="h-4 w-20 max-md:hidden" />
                <Skeleton className={`h-4 ${width}`} />
              </div>
            ))}
          </div>
        </div>
        <div className="grid content-start gap-4 border-line p-5 max-side:hidden side:border-l">
          <SkeletonLine className="w-40" />
          <SkeletonLine className="w-52" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </SkeletonPage>
  );
}
