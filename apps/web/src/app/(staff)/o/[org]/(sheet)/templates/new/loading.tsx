import { strings as frame } from "@/app/(staff)/o/[org]/_components/strings";
import { EditorSkeleton } from "@/app/(staff)/o/[org]/(sheet)/templates/_components/editor-skeleton";
import { SheetHeaderSkeleton } from "@/components/ui/sheet-header";
import { SkeletonPage } from "@/components/ui/skeleton";
import { strings } from "@/features/templates/strings";

export default function NewTemplateLoading() {
  return (
    <SkeletonPage label={frame.loading}>
      <SheetHeaderSkeleton title={strings.new} lead={strings.newLead} crumbs={[strings.title]} />
      <EditorSkeleton />
    </SkeletonPage>
  );
}
