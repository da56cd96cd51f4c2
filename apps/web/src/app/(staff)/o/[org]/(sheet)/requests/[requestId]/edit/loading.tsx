import { strings as frame } from "@/app/_components/strings";
import { EditorSkeletonFrame } from "@/app/(staff)/o/[org]/_components/editor-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { FieldSkeleton } from "@/components/ui/field";
import { Property, PropertyGrid } from "@/components/ui/property-grid";
import { SkeletonText, SkeletonTitle } from "@/components/ui/skeleton";
import { composer, edit, list, page } from "@/features/requests/strings";
import { UNTITLED_REQUEST } from "@/lib/format/untitled";

export default function EditRequestLoading() {
  return (
    <EditorSkeletonFrame
      crumbs={[list.title, UNTITLED_REQUEST]}
      current={edit.page}
      actions={<ButtonSkeleton>{edit.save}</ButtonSkeleton>}
    >
      <div className="flex flex-col gap-1">
        <SkeletonTitle
          kind={frame.kinds.request}
          className="flex min-h-8 items-center text-xl font-heading"
        >
          <SkeletonText>{edit.title("")}</SkeletonText>
        </SkeletonTitle>
        <p>
          <SkeletonText>{edit.lead}</SkeletonText>
        </p>
      </div>
      <div className="flex flex-col gap-5">
        <PropertyGrid>
          <Property>
            <FieldSkeleton label={composer.due} />
          </Property>
          <Property>
            <FieldSkeleton label={page.assignee} />
          </Property>
        </PropertyGrid>
        <FieldSkeleton label={composer.message} optional className="h-20" />
      </div>
    </EditorSkeletonFrame>
  );
}
