import { ListSkeleton } from "@/app/(staff)/o/[org]/_components/list-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { strings } from "@/features/templates/strings";

const TITLES = ["w-48", "w-36", "w-56"] as const;

export default function TemplatesLoading() {
  return (
    <ListSkeleton
      title={strings.title}
      actions={<ButtonSkeleton hasIcon>{strings.new}</ButtonSkeleton>}
    >
      <div className="bleed -mt-5 min-h-dvh side:grid side:grid-cols-[minmax(0,1fr)_22rem]">
        <div data-place="list">
          <div className="h-8.5 border-line border-b bg-sunken max-md:hidden" />
          {TITLES.map((width) => (
            <div
              key={width}
              className="flex h-16 items-center border-line border-b px-(--gutter) md:h-11.25"
            >
              <Skeleton className={`h-4 ${width}`} />
            </div>
          ))}
        </div>
        <div className="border-line bg-sunken px-5 pt-14 max-side:hidden side:border-l">
          <Skeleton className="h-120 rounded-[1.75rem]" />
        </div>
      </div>
    </ListSkeleton>
  );
}
