import { strings as frame } from "@/app/_components/strings";
import { EditorSkeleton } from "@/app/(staff)/o/[org]/_components/editor-skeleton";
import { ButtonSkeleton } from "@/components/ui/button";
import { TemplatePropertiesSkeleton } from "@/features/templates/components/template-properties-skeleton";
import { strings } from "@/features/templates/strings";

export default function TemplateLoading() {
  return (
    <EditorSkeleton
      kind={frame.kinds.template}
      titleLabel={strings.titleField}
      crumb={strings.title}
      current={strings.edit}
      actions={
        <>
          <ButtonSkeleton variant="secondary" hasIcon>
            {strings.use}
          </ButtonSkeleton>
          <ButtonSkeleton>{strings.save}</ButtonSkeleton>
        </>
      }
    >
      <TemplatePropertiesSkeleton />
    </EditorSkeleton>
  );
}
