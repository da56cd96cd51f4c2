"use client";

import type { MouseEvent } from "react";
import { Form } from "@/components/forms/form";
import { buttonClasses } from "@/components/ui/button";
import { MENU_ROW } from "@/components/ui/menu";
import { prepareExport } from "@/features/export/actions";
import { strings } from "@/features/export/strings";

type Target = { slug: string; requestId: string };

/**
 * With scripts, asks for the second factor first if it is due. Without scripts, the button is a
 * plain link.
 */
function ExportLink({
  slug,
  requestId,
  label,
  className,
}: Target & { label: string; className: string }) {
  const href = `/o/${slug}/requests/${requestId}/export`;
  const ask = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.closest("form")?.requestSubmit();
  };
  return (
    <Form action={prepareExport} className="items-start" onSuccess={() => location.assign(href)}>
      <a href={href} onClick={ask} className={className}>
        {label}
      </a>
    </Form>
  );
}

export function ExportButton({ label, ...target }: Target & { label: string }) {
  return <ExportLink {...target} label={label} className={buttonClasses("secondary")} />;
}

/** A row of a menu. */
export function ExportRow(target: Target) {
  return (
    <li>
      <ExportLink {...target} label={strings.download} className={MENU_ROW} />
    </li>
  );
}
