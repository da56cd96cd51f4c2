"use client";

import type { MouseEvent } from "react";
import { Form } from "@/components/forms/form";
import { buttonClasses } from "@/components/ui/button";
import { MENU_ROW } from "@/components/ui/menu";
import { prepareExport } from "@/features/export/actions";
import { strings } from "@/features/export/strings";

type Target = { slug: string; requestId: string };

/** Links to the export. With scripts, first asks for a second factor if one is due. */
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

export function ExportButton({
  label,
  isMain = false,
  ...target
}: Target & {
  label: string;
  /** True if the export is the main action of the page. */
  isMain?: boolean;
}) {
  const look = buttonClasses(isMain ? "primary" : "secondary");
  return <ExportLink {...target} label={label} className={look} />;
}

/** The link to the export as a row of a menu. */
export function ExportRow(target: Target) {
  return (
    <li>
      <ExportLink {...target} label={strings.download} className={MENU_ROW} />
    </li>
  );
}
