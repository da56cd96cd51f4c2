"use client";

import { Smartphone } from "lucide-react";
import type { Route } from "next";
import { type ReactNode, useEffect, useRef } from "react";
import { ButtonLink } from "@/components/ui/button";
import { FADE_WHILE_MORE, ScrollRegion } from "@/components/ui/scroll-region";
import { SideColumns } from "@/components/ui/side-columns";
import type { PreviewFirm } from "@/features/requests/components/contact-preview";
import { composer } from "@/features/requests/strings";
import { ChosenPreview } from "@/features/templates/components/chosen-preview";
import { TemplateList } from "@/features/templates/components/template-list";
import { useTemplatePreview } from "@/features/templates/hooks";
import { strings } from "@/features/templates/strings";
import type { TemplatePreview, TemplateRow } from "@/features/templates/types";

/** The pointer must stay on a row for this time before the preview changes. */
const REST_MS = 120;

export function TemplateBrowser({
  org,
  templates,
  first,
  firm,
  now,
  children,
}: {
  org: { slug: string; timeZone: string };
  templates: readonly TemplateRow[];
  first: TemplatePreview;
  firm: PreviewFirm;
  now: string;
  children: ReactNode;
}) {
  const preview = useTemplatePreview(org.slug, [first]);
  const aside = useRef<HTMLElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const point = (id: string, isFocus: boolean) => {
    clearTimeout(rest.current);
    if (!aside.current?.checkVisibility()) return;
    if (isFocus) return preview.show(id);
    rest.current = setTimeout(() => preview.show(id), REST_MS);
  };
  return (
    <SideColumns className="-mt-5 md:max-side:-mb-10">
      <div
        onPointerLeave={() => clearTimeout(rest.current)}
        className="min-w-0 px-(--gutter) [&_th]:border-t-0 max-md:[&_tr]:border-t-0!"
      >
        <TemplateList
          org={org}
          templates={templates}
          now={now}
          shownId={preview.id}
          onPoint={point}
        />
        {children}
      </div>
      <aside
        ref={aside}
        aria-label={composer.preview}
        data-print="hide"
        className="border-line bg-sunken max-side:-mt-px max-side:rounded-b-lg max-side:border-t max-md:hidden side:rounded-br-lg side:border-l"
      >
        <ScrollRegion
          aria-label={composer.preview}
          className={`${FADE_WHILE_MORE} px-(--gutter) pt-3 pb-6 side:pl-5 side:sticky side:top-13 side:max-h-[calc(100dvh-4.5rem)] side:overflow-y-auto`}
        >
          <div className="mb-3 flex min-h-(--control) items-center justify-between gap-3">
            <h2 className="flex items-center gap-2 text-sm font-semibold">
              <Smartphone aria-hidden className="size-4 text-ink-subtle" />
              {composer.preview}
            </h2>
            <ButtonLink
              variant="secondary"
              href={`/o/${org.slug}/requests/new?template=${preview.id}` as Route}
            >
              {strings.use}
            </ButtonLink>
          </div>
          <ChosenPreview
            preview={preview}
            firm={firm}
            clientName={strings.previewClient}
            timeZone={org.timeZone}
            now={now}
          />
        </ScrollRegion>
      </aside>
    </SideColumns>
  );
}
