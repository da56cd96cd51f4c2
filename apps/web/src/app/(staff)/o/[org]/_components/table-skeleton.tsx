import type { ReactNode } from "react";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonPage } from "@/components/ui/skeleton";

export function TableSkeleton({
  title,
  actions,
  children,
}: {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <SkeletonPage label={strings.loading}>
      <SheetHeaderSkeleton title={title} actions={actions} />
      <div
        data-place="search"
        className="bleed -mt-5 flex flex-wrap items-center gap-2 px-(--gutter) py-3"
      >
        <Skeleton className="h-(--control) w-80 rounded-md max-md:w-full" />
        {/* On touch screens, a filter chip is 46 px high: 44 px for its link and 1 px for each
            border. */}
        <Skeleton className="h-(--control) w-32 rounded-md pointer-coarse:h-11.5 pointer-coarse:w-37" />
        <Skeleton className="h-(--control) w-20 rounded-md" />
      </div>
      {children}
    </SkeletonPage>
  );
}
