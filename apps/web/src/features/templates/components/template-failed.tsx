import type { MouseEvent } from "react";
import { Button } from "@/components/ui/button";
import { strings } from "@/features/templates/strings";

export function TemplateFailed({ onRetry }: { onRetry: () => void }) {
  const retry = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest("section")?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <div role="status" className="flex flex-col items-start gap-3 p-4 text-ink-muted">
      <p>{strings.previewFailed}</p>
      <Button variant="secondary" size="sm" onClick={retry}>
        {strings.retry}
      </Button>
    </div>
  );
}
