"use client";

import { FileArchive } from "lucide-react";
import type { MouseEvent } from "react";
import { Form } from "@/components/forms/form";
import { buttonClasses } from "@/components/ui/button";
import { prepareExport } from "@/features/export/actions";

/**
 * With scripts, asks for the second factor first if it is due. Without scripts, the button is a
 * plain link.
 */
export function ExportButton({
  slug,
  requestId,
  label,
  hintId,
}: {
  slug: string;
  requestId: string;
  label: string;
  hintId?: string;
}) {
  const href = `/o/${slug}/requests/${requestId}/export`;
  const ask = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.closest("form")?.requestSubmit();
  };
  return (
    <Form action={prepareExport} className="items-start" onSuccess={() => location.assign(href)}>
      <a href={href} onClick={ask} className={buttonClasses("secondary")} aria-describedby={hintId}>
        <FileArchive aria-hidden className="size-4" />
        {label}
      </a>
    </Form>
  );
}
