import { TableSkeleton } from "@/app/(staff)/o/[org]/_components/table-skeleton";
import { ButtonSkeleton, ICON_ON_PHONE_SKELETON } from "@/components/ui/button";
import { ClientTableSkeleton } from "@/features/clients/components/client-table";
import { strings } from "@/features/clients/strings";

export default function ClientsLoading() {
  return (
    <TableSkeleton
      title={strings.title}
      actions={
        <>
          <ButtonSkeleton variant="secondary" hasIcon className={ICON_ON_PHONE_SKELETON}>
            {strings.import.title}
          </ButtonSkeleton>
          <ButtonSkeleton hasIcon>{strings.add}</ButtonSkeleton>
        </>
      }
    >
      <ClientTableSkeleton rows={12} />
    </TableSkeleton>
  );
}
