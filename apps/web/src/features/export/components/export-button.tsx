"use client";

import type { MouseEvent, ReactNode } from "react";
import { Form } from "@/components/forms/form";
import { buttonClasses } from "@/components/ui/button";
import { prepareExport } from "@/features/export/actions";
import { strings } from "@/features/export/strings";
import { MENU_ROW } from "@/lib/style/menu";

type Target = { slug: string; requestId: string };

/**
 * With scripts, a click first asks for the second factor, if the user has one and did not confirm
 * it recently.
 */
function ExportLink({
  slug,
  requestId,
  label,
  className,
}: Target & { label: ReactNode; className: string }) {
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

export function ExportButton(props: Target & { label: string }) {
  return <ExportLink {...props} className={buttonClasses("secondary")} />;
}

/** On phones, the button shows only the verb, because the bar has no room for the object. */
export function MainExportButton(target: Target) {
  const [verb, object] = strings.downloadParts;
  return (
    <ExportLink
      {...target}
      label={
        <span>
          {verb}
          <span className="max-sm:sr-only"> {object}</span>
        </span>
      }
      className={buttonClasses("primary")}
    />
  );
}

export function ExportRow(target: Target) {
  return (
    <li>
      <ExportLink {...target} label={strings.download} className={MENU_ROW} />
    </li>
  );
}
