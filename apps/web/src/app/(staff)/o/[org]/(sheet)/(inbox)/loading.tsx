import { strings as shared } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton, ICON_ON_PHONE_SKELETON } from "@/components/ui/button";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { Skeleton, SkeletonPage } from "@/components/ui/skeleton";
import { InboxTabsSkeleton } from "@/features/inbox/components/inbox-tabs";
import { strings } from "@/features/inbox/strings";
import { list } from "@/features/requests/strings";

const TITLES = ["w-3/5", "w-[45%]", "w-[70%]"] as const;

function GroupSkeleton() {
  return (
    <div>
      <div className="flex h-16 items-center gap-3 border-line border-b bg-sunken px-(--gutter)">
        <Skeleton className="size-7 rounded-md" />
        <Skeleton className="h-4 w-56" />
      </div>
      {TITLES.map((width) => (
        <div key={width} className="flex h-10 items-center border-line border-b px-(--gutter)">
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  );
}

export default function InboxLoading() {
  return (
    <SkeletonPage label={shared.loading}>
      <SheetHeaderSkeleton
        title={strings.title}
        actions={
          <>
            <ButtonSkeleton variant="secondary" hasIcon className={ICON_ON_PHONE_SKELETON}>
              {list.new}
            </ButtonSkeleton>
            <ButtonSkeleton>{strings.reviewNext}</ButtonSkeleton>
          </>
        }
      />
      <InboxTabsSkeleton />
      <div className="bleed" data-place="list">
        <GroupSkeleton />
        <GroupSkeleton />
      </div>
    </SkeletonPage>
  );
}
