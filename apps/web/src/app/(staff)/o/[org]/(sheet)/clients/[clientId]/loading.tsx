import { RequestRowsSkeleton } from "@/app/(staff)/o/[org]/_components/request-rows-skeleton";
import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonLine, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/clients/strings";

export default function ClientLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <SheetHeaderSkeleton
        crumbs={[strings.title]}
        meta={<SkeletonLine className="w-16" />}
        actions={<ButtonSkeleton hasIcon>{strings.newRequest}</ButtonSkeleton>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <div className="mb-3 text-lg font-heading">
            <SkeletonText>{strings.requests}</SkeletonText>
          </div>
          <RequestRowsSkeleton isOfOneClient />
        </div>
        <div className="flex flex-col gap-6">
          <Card as="div">
            <div data-place="aside" className="mb-3 text-lg font-heading">
              <SkeletonText>{strings.contacts}</SkeletonText>
            </div>
            <div className="flex gap-x-3">
              <SkeletonLine className="w-32" />
              <Skeleton className="h-5.5 w-20 rounded-full" />
            </div>
            <SkeletonLine className="mt-1 w-52" />
            <Skeleton className="mt-6 h-6 w-36" />
          </Card>
          <Card as="div" className="flex flex-col gap-3">
            <Skeleton className="h-11 w-32" />
            <SkeletonText>{strings.archiveLead}</SkeletonText>
          </Card>
        </div>
      </div>
    </SkeletonPage>
  );
}
