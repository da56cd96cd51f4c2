import { strings as frame } from "@/app/_components/strings";
import { PageHeaderSkeleton } from "@/components/ui/page-header";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { SkeletonPage } from "@/components/ui/skeleton";
import { strings } from "@/features/portal/strings";

export default function MyRequestsLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <PageHeaderSkeleton title={strings.list.title} />
      <RowsSkeleton count={3} lines={["w-1/3", "w-2/5"]} />
    </SkeletonPage>
  );
}
