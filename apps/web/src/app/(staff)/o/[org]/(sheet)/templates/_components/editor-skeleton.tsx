import { FieldSkeleton } from "@/components/ui/field";
import { Skeleton, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/templates/strings";

export function EditorSkeleton() {
  return (
    <div data-place="editor" className="flex max-w-text flex-col gap-6">
      <FieldSkeleton label={strings.titleField} hint={strings.titleHint} />
      <FieldSkeleton label={strings.dueInDays} className="max-w-28" />
      <FieldSkeleton label={strings.message} optional />
      <div>
        <div className="text-lg font-heading">
          <SkeletonText>{strings.itemsHeading}</SkeletonText>
        </div>
        <p className="text-sm">
          <SkeletonText>{strings.itemsHint}</SkeletonText>
        </p>
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
