import { strings } from "@/app/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { SkeletonLine, SkeletonPage, SkeletonTitle } from "@/components/ui/skeleton";

export function AccessSkeleton({
  kind,
  field,
  submit,
}: {
  kind: string;
  field: string;
  submit: string;
}) {
  return (
    <SkeletonPage label={strings.loading}>
      <SkeletonTitle kind={kind} className="text-2xl font-heading">
        <SkeletonLine className="w-80" />
      </SkeletonTitle>
      <div className="mt-1.5 mb-5">
        <SkeletonLine className="w-full" />
        <SkeletonLine className="w-2/3" />
      </div>
      <div className="flex flex-col gap-5">
        <FieldSkeleton label={field} />
        <ButtonSkeleton>{submit}</ButtonSkeleton>
      </div>
    </SkeletonPage>
  );
}
