import { ExportButton } from "@/features/export/components/export-button";
import { strings } from "@/features/export/strings";

type Target = { slug: string; requestId: string };

export function ExportLink(target: Target) {
  return (
    <div>
      <ExportButton {...target} label={strings.download} hintId="export-hint" />
      <p id="export-hint" className="mt-1 text-sm text-ink-muted">
        {strings.hint}
      </p>
    </div>
  );
}
