"use client";

import { ChevronLeft, ChevronRight, Columns2, Download } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import type { Side, Zoom } from "@/features/review/components/viewer-selection";
import { strings } from "@/features/review/strings";
import type { ReviewFile } from "@/features/review/types";
import { classNames } from "@/lib/style/class-names";

type ToolbarProps = {
  zoom: Zoom | null;
  onZoom: (zoom: Zoom) => void;
  /** Null if the file has no pages. `total` is null until the file has loaded. */
  place: { page: number; total: number | null } | null;
  onPage: (page: number) => void;
  compare: { no: number; isOn: boolean; set: (isOn: boolean) => void } | null;
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
            "min-h-7 grow rounded-sm px-3 text-xs whitespace-nowrap max-sm:px-2",
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

/** Always takes up the same space, so that the toolbar does not move when the file has loaded. */
function Pages({
  page,
  total,
  onPage,
}: NonNullable<ToolbarProps["place"]> & Pick<ToolbarProps, "onPage">) {
  const isShown = total !== null && total > 1;
  const step = (by: -1 | 1, label: string) => {
    const to = page + by;
    const Icon = by < 0 ? ChevronLeft : ChevronRight;
    return (
      <button
        type="button"
        aria-label={label}
        title={label}
        disabled={to < 1 || to > (total ?? 1)}
        onClick={() => onPage(to)}
        className={buttonClasses("quiet", "md", ICON)}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    );
  };
  return (
    <span className={classNames("flex items-center gap-1 max-sm:gap-0", !isShown && "invisible")}>
      {step(-1, strings.previousPage)}
      <span className="text-xs whitespace-nowrap text-ink-muted">
        <span className="max-sm:hidden">{strings.page(page, total ?? 1)}</span>
        <span className="sm:hidden">{strings.pageShort(page, total ?? 1)}</span>
      </span>
      {step(1, strings.nextPage)}
    </span>
  );
}

export function VersionSwitch({
  value,
  onChange,
  nos: [previous, current],
}: {
  value: Side;
  onChange: (side: Side) => void;
  nos: readonly [number, number];
}) {
  return (
    <div className="flex shrink-0 border-b border-line bg-surface px-3 py-1.5 min-[56.25rem]:hidden print:hidden [@media(scripting:none)]:hidden">
      <Options
        label={strings.shownVersion}
        options={[
          ["previous", strings.version(previous)],
          ["current", strings.version(current)],
        ]}
        value={value}
        onChange={onChange}
        className="grow"
      />
    </div>
  );
}

export function DownloadLink({ file, className }: { file: ReviewFile; className?: string }) {
  if (file.status !== "ready") return null;
  return (
    <a
      href={`/files/${file.id}?download`}
      aria-label={strings.download(file.name)}
      title={strings.download(file.name)}
      className={buttonClasses("quiet", "md", classNames(ICON, className))}
    >
      <Download aria-hidden className="size-4" />
    </a>
  );
}

/** Without scripts, only the download works, so the other controls are hidden. */
export function ViewerToolbar({ zoom, onZoom, place, onPage, compare, file }: ToolbarProps) {
  if (!file && !compare) return null;
  return (
    <div
      className={classNames(
        "flex min-h-11.5 shrink-0 items-center gap-1 border-b border-line bg-surface px-3 py-1 print:hidden",
        !file && "max-[56.24rem]:hidden [@media(scripting:none)]:hidden",
      )}
    >
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
            className="sm:mr-2"
          />
        ) : null}
        {place ? <Pages {...place} onPage={onPage} /> : null}
      </div>
      <span className="grow" />
      <div className="contents [@media(scripting:none)]:hidden">
        {compare ? (
          <button
            type="button"
            aria-pressed={compare.isOn}
            onClick={() => compare.set(!compare.isOn)}
            className={buttonClasses(
              "secondary",
              "md",
              "max-[56.24rem]:hidden aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent",
            )}
          >
            <Columns2 aria-hidden className="size-4" />
            <span>
              {strings.compare}
              <span className="max-side:sr-only"> {strings.withVersion(compare.no)}</span>
            </span>
          </button>
        ) : null}
      </div>
      {file ? <DownloadLink file={file} /> : null}
    </div>
  );
}
