import { TableSkeleton } from "@/app/(staff)/o/[org]/_components/table-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { list } from "@/features/requests/strings";

export default function RequestsLoading() {
  return (
    <TableSkeleton
      title={list.title}
      actions={<ButtonSkeleton hasIcon>{list.new}</ButtonSkeleton>}
      button={list.searchButton}
    />
  );
}
