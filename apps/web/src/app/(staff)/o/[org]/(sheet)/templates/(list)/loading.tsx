import { ListSkeleton } from "@/app/(staff)/o/[org]/_components/list-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { strings } from "@/features/templates/strings";

export default function TemplatesLoading() {
  return (
    <ListSkeleton
      title={strings.title}
      lead={strings.lead}
      actions={<ButtonSkeleton hasIcon>{strings.new}</ButtonSkeleton>}
    >
      <RowsSkeleton count={3} />
    </ListSkeleton>
  );
}
