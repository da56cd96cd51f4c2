import { strings as frame } from "@/app/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { PageHeaderSkeleton } from "@/components/ui/page-header";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { SkeletonPage } from "@/components/ui/skeleton";
import { strings } from "@/features/orgs/strings";

export default function OrgsLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <PageHeaderSkeleton title={strings.list.title} />
      <RowsSkeleton count={2} lines={["w-16"]} mark="size-10 rounded-md" />
      <ButtonSkeleton variant="secondary" className="mt-6 w-full">
        {strings.list.create}
      </ButtonSkeleton>
    </SkeletonPage>
  );
}
