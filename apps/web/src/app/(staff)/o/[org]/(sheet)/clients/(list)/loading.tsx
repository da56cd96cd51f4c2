import { ListSkeleton, SearchSkeleton } from "@/app/(staff)/o/[org]/_components/list-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { strings } from "@/features/clients/strings";

export default function ClientsLoading() {
  return (
    <ListSkeleton
      title={strings.title}
      lead={strings.lead}
      actions={
        <>
          <ButtonSkeleton variant="secondary" hasIcon>
            {strings.import.title}
          </ButtonSkeleton>
          <ButtonSkeleton hasIcon>{strings.add}</ButtonSkeleton>
        </>
      }
    >
      <SearchSkeleton button={strings.searchButton} />
      <RowsSkeleton />
    </ListSkeleton>
  );
}
