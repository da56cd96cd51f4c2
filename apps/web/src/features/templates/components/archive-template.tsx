import { ArchiveForm } from "@/components/forms/archive-form";
import { SubmitButton } from "@/components/forms/submit-button";
import { setTemplateArchived } from "@/features/templates/actions";
import { strings } from "@/features/templates/strings";
import type { Template } from "@/features/templates/types";

export function ArchiveTemplate({ template }: { template: Template }) {
  const isArchived = template.archivedAt !== null;
  return (
    <ArchiveForm
      action={setTemplateArchived}
      id="archive-template"
      fields={{ template_id: template.id }}
      isArchived={isArchived}
      name={template.title}
    >
      <div>
        <SubmitButton variant="secondary">
          {isArchived ? strings.restore : strings.archive}
        </SubmitButton>
      </div>
    </ArchiveForm>
  );
}
