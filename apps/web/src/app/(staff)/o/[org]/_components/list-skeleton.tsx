import type { ReactNode } from "react";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";

export function SearchSkeleton({
  button,
  filters = [],
}: {
  button: string;
  filters?: readonly string[];
}) {
  return (
    <div data-place="search" className="mb-4 flex flex-wrap items-end gap-3">
      <Skeleton className="h-11 min-w-0 grow basis-64 rounded-md" />
      {filters.map((filter) => (
        <div
          key={filter}
          className="flex items-center gap-2 text-sm font-medium max-sm:grow max-sm:basis-32 max-sm:flex-col max-sm:items-stretch max-sm:gap-1"
        >
          <SkeletonText>{filter}</SkeletonText>
          <Skeleton className="h-11 rounded-md sm:w-32" />
        </div>
      ))}
      <ButtonSkeleton variant="secondary" className="max-sm:grow">
        {button}
      </ButtonSkeleton>
    </div>
  );
}

export function ListSkeleton({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <SkeletonPage label={strings.loading}>
      <SheetHeaderSkeleton title={title} lead={lead} actions={actions} />
      {children}
    </SkeletonPage>
  );
}
