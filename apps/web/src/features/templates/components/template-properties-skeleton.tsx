import { FieldSkeleton } from "@/components/ui/field";
import { composer } from "@/features/requests/strings";
import { strings } from "@/features/templates/strings";

export function TemplatePropertiesSkeleton() {
  return (
    <>
      <FieldSkeleton label={strings.dueInDays} hint={strings.dueHint} className="max-w-35" />
      <FieldSkeleton
        label={strings.message}
        hint={composer.messageHint}
        optional
        className="h-20.5"
      />
    </>
  );
}
