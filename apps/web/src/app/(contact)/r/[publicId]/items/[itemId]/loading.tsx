import { strings as frame } from "@/app/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { SkeletonLine, SkeletonPage, SkeletonTitle } from "@/components/ui/skeleton";
import { strings } from "@/features/items/strings";

const texts = strings.item;

export default function ItemLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <div className="flex flex-col gap-5">
        <div>
          <div className="mb-0.5 text-sm">
            <SkeletonLine className="w-48" />
          </div>
          <SkeletonTitle kind={frame.kinds.item} className="text-2xl font-heading" />
          <SkeletonLine className="mt-1 w-full" />
        </div>
        <FieldSkeleton label={texts.yourAnswer} className="h-24" />
        <FieldSkeleton label={texts.note} className="h-24" />
        <div className="border-t border-line py-3 max-sm:hidden">
          <ButtonSkeleton className="sm:min-w-56">{texts.send}</ButtonSkeleton>
        </div>
      </div>
    </SkeletonPage>
  );
}
