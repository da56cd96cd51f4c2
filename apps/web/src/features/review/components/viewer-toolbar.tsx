"use client";

import { ChevronLeft, ChevronRight, Columns2, Download } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import type { Side, Zoom } from "@/features/review/components/viewer-selection";
import { strings } from "@/features/review/strings";
import type { ReviewFile } from "@/features/review/types";
import type { PagePlace } from "@/features/review/viewer/sheets";
import { classNames } from "@/lib/class-names";

type ToolbarProps = {
  /** Null if there is nothing to enlarge. */
  zoom: Zoom | null;
  onZoom: (zoom: Zoom) => void;
  place: PagePlace | null;
  onPage: (page: number) => void;
  compare: { no: number; isOn: boolean; set: (isOn: boolean) => void } | null;
  /** Selects the version on narrow screens. `nos` are the numbers of the earlier and this one. */
  shown: { side: Side; set: (side: Side) => void; nos: readonly [number, number] } | null;
  file: ReviewFile | null;
};

const ICON = "size-8 shrink-0 px-0 pointer-coarse:size-11";

function Options<T extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  label: string;
  options: readonly (readonly [T, string])[];
  value: T;
  onChange: (value: T) => void;
  className?: string;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex item in all browsers
    <div
      role="group"
      aria-label={label}
      className={classNames("inline-flex shrink-0 rounded-md bg-hover p-0.5", className)}
    >
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={classNames(
            "min-h-7 rounded-sm px-3 text-xs whitespace-nowrap",
            option === value
              ? "bg-surface font-semibold text-ink shadow-button forced-colors:border"
              : "font-medium text-ink-muted hover:text-ink",
          )}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

function Pages({ place, onPage }: { place: PagePlace; onPage: (page: number) => void }) {
  const step = (by: -1 | 1, label: string) => {
    const to = place.page + by;
    const Icon = by < 0 ? ChevronLeft : ChevronRight;
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        disabled={to < 1 || to > place.total}
        onClick={() => onPage(to)}
        className={buttonClasses("quiet", "md", ICON)}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    );
  };
  return (
    <>
      {step(-1, strings.previousPage)}
      <span className="text-xs whitespace-nowrap text-ink-muted">
        {strings.page(place.page, place.total)}
      </span>
      {step(1, strings.nextPage)}
    </>
  );
}

/** The controls of the viewer. Only the download works without scripts, so the rest is hidden. */
export function ViewerToolbar({ zoom, onZoom, place, onPage, compare, shown, file }: ToolbarProps) {
  if (!zoom && !compare) return null;
  return (
    <div className="flex min-h-11.5 shrink-0 flex-wrap items-center gap-1 border-b border-line bg-surface px-3 py-1 print:hidden">
      <div className="contents [@media(scripting:none)]:hidden">
        {zoom ? (
          <Options
            label={strings.zoom}
            options={[
              ["fit", strings.fit],
              ["double", strings.double],
            ]}
            value={zoom}
            onChange={onZoom}
            className="mr-2"
          />
        ) : null}
        {/* Narrow screens have no room for the pages, and a second row would move the document. */}
        {place ? (
          <span className="contents max-[56.24rem]:hidden">
            <Pages place={place} onPage={onPage} />
          </span>
        ) : null}
      </div>
      <span className="grow" />
      <div className="contents [@media(scripting:none)]:hidden">
        {shown ? (
          <Options
            label={strings.shownVersion}
            options={[
              ["previous", strings.version(shown.nos[0])],
              ["current", strings.version(shown.nos[1])],
            ]}
            value={shown.side}
            onChange={shown.set}
            className="min-[56.25rem]:hidden"
          />
        ) : null}
        {compare ? (
          <button
            type="button"
            aria-pressed={compare.isOn}
            aria-label={strings.compareWith(compare.no)}
            title={strings.compareWith(compare.no)}
            onClick={() => compare.set(!compare.isOn)}
            className={buttonClasses(
              "secondary",
              "md",
              "aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent",
            )}
          >
            <Columns2 aria-hidden className="size-4" />
            <span className="max-side:hidden">{strings.compareWith(compare.no)}</span>
          </button>
        ) : null}
      </div>
      {file?.status === "ready" ? (
        <a
          href={`/files/${file.id}?download`}
          aria-label={strings.download(file.name)}
          title={strings.download(file.name)}
          className={buttonClasses("quiet", "md", ICON)}
        >
          <Download aria-hidden className="size-4" />
        </a>
      ) : null}
    </div>
  );
}
