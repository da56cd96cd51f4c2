import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { PageHeaderSkeleton } from "@/components/ui/page-header";
import { Skeleton, SkeletonLine, SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { strings } from "@/features/items/strings";

const texts = strings.item;

export default function ItemLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <PageHeaderSkeleton
        crumbs={[texts.back]}
        meta={
          <>
            <SkeletonText>{texts.position(1, 5)}</SkeletonText>
            <SkeletonText>{strings.required}</SkeletonText>
            <Skeleton className="h-5.5 w-16 rounded-full" />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <SkeletonLine className="w-full" />
        <div className="flex flex-col gap-5">
          <Skeleton className="h-36 rounded-lg" />
          <FieldSkeleton label={texts.note} className="h-17" />
          <div className="flex flex-wrap gap-3 max-sm:hidden">
            <ButtonSkeleton>{texts.submit}</ButtonSkeleton>
            <ButtonSkeleton variant="secondary">{texts.saveDraft}</ButtonSkeleton>
          </div>
        </div>
      </div>
    </SkeletonPage>
  );
}
