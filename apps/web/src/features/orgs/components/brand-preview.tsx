"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { strings } from "@/features/orgs/strings";
import { type FirmProperties, firmProperties } from "@/lib/firm-colors";

const texts = strings.brand;
const NAMES = ["--firm", "--firm-fill", "--firm-soft"] as const;

/** Shows a color on the header of an email, a button and a link. Nothing in it can be pressed. */
export function BrandPreview({
  name,
  logo,
  color,
}: {
  name: string;
  logo: ReactNode;
  /** Empty for Dossier's colors. */
  color: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const style = box.current?.style;
    const properties: Partial<FirmProperties> = firmProperties(color) ?? {};
    // The style sheet of the page has the stored color, so do not only remove the properties.
    for (const each of NAMES) style?.setProperty(each, properties[each] ?? "initial");
  }, [color]);
  return (
    <div
      ref={box}
      data-brand-preview
      aria-hidden
      className="max-w-form overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex items-center gap-2.5 border-t-4 border-b border-t-firm-fill border-b-line px-4 py-3 font-semibold">
        {logo}
        <span className="truncate">{name}</span>
      </div>
      <div className="flex flex-col items-start gap-3 p-4">
        <span className="text-lg font-heading">{texts.headline}</span>
        <span className="inline-flex min-h-10 items-center rounded-lg bg-firm-fill px-4 font-semibold text-on-primary">
          {texts.button}
        </span>
        <span className="text-firm underline underline-offset-4">{texts.link}</span>
      </div>
    </div>
  );
}
