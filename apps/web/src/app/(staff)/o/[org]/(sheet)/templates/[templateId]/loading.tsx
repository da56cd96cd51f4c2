import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { EditorSkeleton } from "@/app/(staff)/o/[org]/(sheet)/templates/_components/editor-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { SkeletonPage } from "@/components/ui/skeleton";
import { strings } from "@/features/templates/strings";

export default function TemplateLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <SheetHeaderSkeleton
        lead={strings.editLead}
        crumbs={[strings.title]}
        actions={
          <ButtonSkeleton variant="secondary" hasIcon>
            {strings.use}
          </ButtonSkeleton>
        }
      />
      <EditorSkeleton />
    </SkeletonPage>
  );
}
