import { ListSkeleton } from "@/app/(staff)/o/[org]/_components/list-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { SkeletonText } from "@/components/ui/skeleton";
import { WhoseSkeleton } from "@/features/inbox/components/whose-links";
import { strings } from "@/features/inbox/strings";

export default function InboxLoading() {
  return (
    <ListSkeleton
      title={strings.title}
      lead={strings.lead(2, false)}
      actions={<ButtonSkeleton className="max-sm:hidden">{strings.reviewNext}</ButtonSkeleton>}
    >
      <WhoseSkeleton />
      <div className="mb-3 text-lg font-heading">
        <SkeletonText>{strings.waiting}</SkeletonText>
      </div>
      <RowsSkeleton lines={["w-40 sm:w-3/5", "w-48 sm:hidden", "w-36 md:hidden"]} />
    </ListSkeleton>
  );
}
