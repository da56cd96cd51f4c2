import type { ReactNode } from "react";
import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { SkeletonPage } from "@/components/ui/skeleton";

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
