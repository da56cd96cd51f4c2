import {
  ContactPreview,
  ContactPreviewSkeleton,
  type PreviewFirm,
} from "@/features/requests/components/contact-preview";
import { TemplateFailed } from "@/features/templates/components/template-failed";
import type { useTemplatePreview } from "@/features/templates/hooks";
import { dueDateAfter } from "@/features/templates/schema";

export function ChosenPreview({
  preview: { id, template, hasFailed, show },
  firm,
  clientName,
  timeZone,
  now,
}: {
  preview: ReturnType<typeof useTemplatePreview>;
  firm: PreviewFirm;
  clientName: string;
  timeZone: string;
  now: string;
}) {
  if (hasFailed) return <TemplateFailed onRetry={() => show(id)} />;
  if (!template) return <ContactPreviewSkeleton firm={firm} />;
  return (
    <ContactPreview
      firm={firm}
      clientName={clientName}
      content={{ ...template, dueOn: dueDateAfter(now, template.dueInDays, timeZone) }}
      now={now}
    />
  );
}
