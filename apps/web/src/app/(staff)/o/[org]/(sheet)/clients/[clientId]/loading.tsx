import { strings as shared } from "@/app/_components/strings";
import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonLine, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/clients/strings";

const ROWS = ["w-3/5", "w-2/5", "w-4/5", "w-3/5"];

export default function ClientLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <SheetHeaderSkeleton
        kind={shared.kinds.client}
        crumbs={[strings.title]}
        picture={<Skeleton className="size-10 shrink-0 rounded-box" />}
        meta={<SkeletonLine className="w-16" />}
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
          <div data-place="list">
            <div className="h-8.5 border-y border-line bg-sunken max-md:hidden" />
            {ROWS.map((width, index) => (
              <div
                key={`${index}${width}`}
                className="flex h-16 items-center border-b border-line px-(--gutter) md:h-13"
              >
                <Skeleton className={`h-3.5 max-w-72 ${width}`} />
              </div>
            ))}
          </div>
        </div>
        <div className="grid content-start gap-3 border-line p-5 max-side:hidden side:border-l">
          <SkeletonLine className="w-32" />
          <SkeletonLine className="w-52" />
          <SkeletonLine className="w-36" />
        </div>
      </div>
    </SkeletonPage>
  );
}
