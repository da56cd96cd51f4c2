import type { ReactNode } from "react";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonPage } from "@/components/ui/skeleton";

const WIDTHS = ["w-3/5", "w-[45%]", "w-[70%]"] as const;
const ROWS = 12;

/** The skeleton of a list of records, with a search field. Its rows are as high as real rows. */
export function TableSkeleton({
  title,
  actions,
  button,
}: {
  title: string;
  actions: ReactNode;
  button: string;
}) {
  return (
    <SkeletonPage label={strings.loading}>
      <SheetHeaderSkeleton title={title} actions={actions} />
      <div data-place="search" className="bleed -mt-5 flex gap-2 px-(--gutter) py-3">
        <Skeleton className="h-(--control) min-w-0 grow rounded-md md:max-w-80" />
        <ButtonSkeleton variant="secondary">{button}</ButtonSkeleton>
      </div>
      <div data-place="list" className="bleed border-line border-t md:border-t-0">
        <div className="h-8.5 border-line border-y bg-sunken max-md:hidden" />
        {Array.from({ length: ROWS }, (_, index) => (
          <div
            key={index}
            className="flex h-16 items-center gap-3 border-line border-b px-(--gutter) md:h-13"
          >
            <Skeleton className="size-7 rounded-md" />
            <Skeleton className={`h-3.5 max-w-72 ${WIDTHS[index % WIDTHS.length]}`} />
          </div>
        ))}
      </div>
    </SkeletonPage>
  );
}
