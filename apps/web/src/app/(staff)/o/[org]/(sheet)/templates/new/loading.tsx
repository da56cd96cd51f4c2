import { EditorSkeleton } from "@/app/(staff)/o/[org]/_components/editor-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { TemplatePropertiesSkeleton } from "@/features/templates/components/template-properties-skeleton";
import { strings } from "@/features/templates/strings";

export default function NewTemplateLoading() {
  return (
    <EditorSkeleton
      kind={strings.new}
      titleLabel={strings.titleField}
      crumb={strings.title}
      current={strings.new}
      actions={<ButtonSkeleton>{strings.save}</ButtonSkeleton>}
    >
      <TemplatePropertiesSkeleton />
    </EditorSkeleton>
  );
}
