import { EditorSkeletonFrame } from "@/app/(staff)/o/[org]/_components/editor-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { Skeleton, SkeletonText, SkeletonTitle } from "@/components/ui/skeleton";
import { EditorActions } from "@/features/requests/components/editor-actions";
import { composer, list } from "@/features/requests/strings";

const ROWS = ["w-2/5", "w-3/5", "w-1/2", "w-2/5"] as const;

export default function NewRequestLoading() {
  return (
    <EditorSkeletonFrame crumbs={[list.title]} current={composer.newTitle}>
      <div className="flex flex-col gap-1">
        <SkeletonTitle title={composer.newTitle} className="text-xl font-heading" />
        <p>
          <SkeletonText>{composer.newLead}</SkeletonText>
        </p>
      </div>
      <div className="flex max-w-form flex-col gap-1.5">
        <FieldSkeleton label={composer.client} />
        <p className="flex min-h-7 items-center pointer-coarse:min-h-11">
          <SkeletonText>{composer.addClient}</SkeletonText>
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <div className="font-semibold">
          <SkeletonText>{composer.template}</SkeletonText>
        </div>
        <p>
          <SkeletonText>{composer.templateHint}</SkeletonText>
        </p>
        <div className="rounded-box border border-line">
          {ROWS.map((width, index) => (
            <div
              key={index}
              className="flex min-h-11 items-center border-b border-line px-3 last:border-b-0"
            >
              <Skeleton className={`h-3.5 ${width}`} />
            </div>
          ))}
        </div>
      </div>
      <EditorActions isInForm>
        <ButtonSkeleton>{composer.continue}</ButtonSkeleton>
      </EditorActions>
    </EditorSkeletonFrame>
  );
}
