import { FileArchive } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { strings } from "@/features/export/strings";

/** Downloads all accepted files of a request. A plain link: each export is recorded. */
export function ExportLink({ slug, requestId }: { slug: string; requestId: string }) {
  return (
    <div>
      <a
        href={`/o/${slug}/requests/${requestId}/export`}
        className={buttonClasses("secondary")}
        aria-describedby="export-hint"
      >
        <FileArchive aria-hidden className="size-4" />
        {strings.download}
      </a>
      <p id="export-hint" className="mt-1 text-sm text-ink-muted">
        {strings.hint}
      </p>
    </div>
  );
}
