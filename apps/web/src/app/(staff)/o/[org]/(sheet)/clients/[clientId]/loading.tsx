import { strings as shared } from "@/app/_components/strings";
import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonPage, SkeletonRowLine, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/clients/strings";
import { RequestTableSkeleton } from "@/features/requests/components/request-table";

const CONTACTS = ["w-24", "w-20"] as const;

export default function ClientLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <SheetHeaderSkeleton
        kind={shared.kinds.client}
        crumbs={[strings.title]}
        picture={<Skeleton className="size-10 shrink-0 rounded-box" />}
        meta={<SkeletonRowLine className="w-16" />}
        actions={
          <>
            <Skeleton className="size-8 rounded-md pointer-coarse:size-11" />
            <ButtonSkeleton hasIcon>{strings.newRequest}</ButtonSkeleton>
          </>
        }
      />
      <div className="bleed min-h-dvh border-t border-line side:grid side:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <div className="flex min-h-11 items-center px-(--gutter) text-xs font-semibold">
            <SkeletonText>{strings.requests}</SkeletonText>
          </div>
          <div className="px-(--gutter)">
            <RequestTableSkeleton rows={4} isOfOneClient />
          </div>
        </div>
        <div className="border-line pt-3 pr-(--gutter) pb-4 pl-5 max-side:hidden side:border-l">
          <div className="mb-2 text-xs font-semibold">
            <SkeletonText>{strings.contacts}</SkeletonText>
          </div>
          {CONTACTS.map((width) => (
            <div
              key={width}
              className="grid grid-cols-[22px_minmax(0,1fr)] gap-x-2 border-b border-line py-3"
            >
              <Skeleton className="size-5.5 rounded-full" />
              <div className="grid gap-1">
                <div className="leading-5.5">
                  <SkeletonRowLine className={width} />
                </div>
                <div className="text-xs">
                  <SkeletonRowLine className="w-44" />
                </div>
              </div>
            </div>
          ))}
        </div>
      </div>
    </SkeletonPage>
  );
}
