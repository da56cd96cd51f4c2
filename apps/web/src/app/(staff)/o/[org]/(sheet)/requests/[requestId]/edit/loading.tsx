import { strings } from "@/app/(staff)/o/[org]/_components/strings";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { SkeletonPage, SkeletonText } from "@/components/ui/skeleton";
import { composer, edit, list, page } from "@/features/requests/strings";

export default function EditRequestLoading() {
  return (
    <SkeletonPage label={strings.loading}>
      <SheetHeaderSkeleton
        title={edit.title}
        lead={edit.lead}
        crumbs={[list.title, list.untitled]}
      />
      <div className="max-w-text">
        <div className="mb-4 text-lg font-heading">
          <SkeletonText>{edit.details}</SkeletonText>
        </div>
        <div className="flex flex-col gap-5">
          <FieldSkeleton label={composer.title} />
          <FieldSkeleton label={composer.due} className="max-w-48" />
          <FieldSkeleton label={composer.message} optional className="h-17" />
          <FieldSkeleton label={page.assignee} hint={edit.assigneeHint} />
          <div>
            <ButtonSkeleton>{edit.save}</ButtonSkeleton>
          </div>
        </div>
      </div>
    </SkeletonPage>
  );
}
