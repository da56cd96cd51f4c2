import { ListSkeleton } from "@/app/(staff)/o/[org]/_components/list-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { strings } from "@/features/templates/strings";

const TITLES = ["w-48", "w-36", "w-56"] as const;

export default function TemplatesLoading() {
  return (
    <ListSkeleton
      title={strings.title}
      lead={strings.lead}
      actions={<ButtonSkeleton hasIcon>{strings.new}</ButtonSkeleton>}
    >
      <div data-place="list" className="bleed divide-y divide-line border-line border-y">
        {TITLES.map((width) => (
          <div key={width} className="flex h-14 items-center px-(--gutter)">
            <Skeleton className={`h-4 ${width}`} />
          </div>
        ))}
      </div>
    </ListSkeleton>
  );
}
