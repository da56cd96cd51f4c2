import { TableSkeleton } from "@/app/(staff)/o/[org]/_components/table-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { RequestTableSkeleton } from "@/features/requests/components/request-table";
import { list } from "@/features/requests/strings";

export default function RequestsLoading() {
  return (
    <TableSkeleton title={list.title} actions={<ButtonSkeleton hasIcon>{list.new}</ButtonSkeleton>}>
      <RequestTableSkeleton rows={12} />
    </TableSkeleton>
  );
}
