"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";
import { classNames } from "@/lib/style/class-names";
import type { FirmProperties } from "@/lib/style/firm-colors";

const NAMES = ["--firm", "--firm-fill", "--firm-soft"] as const;

export function PreviewFrame({
  name,
  logo,
  colors,
  className,
  hasContactSizes = false,
  children,
}: {
  name: string;
  logo: ReactNode;
  colors: FirmProperties | null;
  className?: string;
  /** True if controls in the preview have the sizes of contact pages. */
  hasContactSizes?: boolean;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const style = box.current?.style;
    // `initial` overrides the saved colors of `PreviewColors`. Removing the property would show
    // them.
    for (const each of NAMES) style?.setProperty(each, colors?.[each] ?? "initial");
  }, [colors]);
  return (
    <div
      ref={box}
      data-brand-preview
      data-contact-sizes={hasContactSizes || undefined}
      aria-hidden
      inert
      className={classNames("overflow-hidden border border-line bg-surface", className)}
    >
      <div className="flex items-center gap-2.5 border-t-4 border-b border-t-firm-fill border-b-line px-4 py-3 font-semibold">
        {logo}
        <span className="truncate">{name}</span>
      </div>
      {children}
    </div>
  );
}
