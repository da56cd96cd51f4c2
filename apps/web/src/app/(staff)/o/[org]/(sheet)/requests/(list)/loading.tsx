import { ListSkeleton, SearchSkeleton } from "@/app/(staff)/o/[org]/_components/list-skeleton";
import { RequestRowsSkeleton } from "@/app/(staff)/o/[org]/_components/request-rows-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { SkeletonText } from "@/components/ui/skeleton";
import { list, page } from "@/features/requests/strings";

export default function RequestsLoading() {
  return (
    <ListSkeleton title={list.title} actions={<ButtonSkeleton hasIcon>{list.new}</ButtonSkeleton>}>
      <SearchSkeleton button={list.searchButton} filters={[list.filter, page.assignee]} />
      <p className="mb-2 text-sm">
        <SkeletonText>{list.order.due_on}</SkeletonText>
      </p>
      <RequestRowsSkeleton />
    </ListSkeleton>
  );
}
