import { Form } from "@/components/forms/form";
import { SubmitButton } from "@/components/forms/submit-button";
import { setTemplateArchived } from "@/features/templates/actions";
import { strings } from "@/features/templates/strings";
import type { Template } from "@/features/templates/types";

export function ArchiveTemplate({ template }: { template: Template }) {
  const isArchived = template.archivedAt !== null;
  return (
    <Form action={setTemplateArchived} id="archive-template">
      <input type="hidden" name="template_id" value={template.id} />
      <input type="hidden" name="archived" value={String(!isArchived)} />
      <div>
        <SubmitButton variant="secondary">
          {isArchived ? strings.restore : strings.archive}
        </SubmitButton>
      </div>
    </Form>
  );
}
