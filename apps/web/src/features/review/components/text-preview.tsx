"use client";

import { useEffect, useState } from "react";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { Skeleton } from "@/components/ui/skeleton";
import { PreviewFailed } from "@/features/review/components/preview-failed";
import { strings } from "@/features/review/strings";
import type { ReviewFile } from "@/features/review/types";
import type { TextStart } from "@/features/review/viewer/text-file";

const texts = strings.text;

function Rest({ sentences, address }: { sentences: readonly string[]; address: string }) {
  return sentences.length === 0 ? null : (
    // The paragraph is only as wide as the visible part, so that it does not widen the table.
    <p className="sticky left-0 w-0 min-w-full p-3 text-ink-muted">
      {sentences.join(" ")}{" "}
      <a href={`${address}?download`} className="link">
        {texts.downloadAll}
      </a>
    </p>
  );
}

const CELL = "max-w-80 border-r border-b border-line px-2.5 py-1.5 align-top";
const ROW_NO =
  "sticky left-0 w-0 border-r border-b border-line bg-sunken px-2 py-1.5 text-right align-top text-2xs font-normal whitespace-nowrap text-ink-subtle";

/**
 * Use a style instead of a class, because a class would enlarge the style sheet that all pages
 * load.
 */
const EDGE_SHADOW = {
  inset: "1px 1px 1px auto",
  width: "1.5rem",
  borderRadius: "0 var(--radius-lg) var(--radius-lg) 0",
  backgroundImage:
    "linear-gradient(to left, color-mix(in srgb, var(--color-ink) 22%, transparent), transparent)",
} as const;

const NUMBER = /^[-+(]?[£$€]?[-+]?\d[\d.,]*\)?%?$/;

function isNumeric(rows: readonly { cells: readonly string[] }[], place: number): boolean {
  const cells = rows.map(({ cells }) => cells[place]?.trim() ?? "").filter(Boolean);
  return cells.length > 0 && cells.every((cell) => NUMBER.test(cell));
}

function Table({
  start: { table, columns, hiddenColumns, isCut },
  address,
}: {
  start: Extract<TextStart, { kind: "table" }>;
  address: string;
}) {
  const [headings, ...rows] = table.rows;
  const places = Array.from({ length: columns }, (_, place) => place);
  const cellClasses = places.map((place) => (isNumeric(rows, place) ? `${CELL} text-right` : CELL));
  const hiddenRows = table.total - table.rows.length;
  // A sentence about a broken or unfinished row already explains why rows are missing.
  const isExplained = hiddenRows === 0 && (table.brokenNo ?? table.openNo) !== null;
  const sentences = [
    ...(headings || isCut || table.brokenNo ? [] : [texts.empty]),
    ...(isCut && !isExplained ? [texts.rest] : []),
    ...(!isCut && hiddenRows > 0 ? [texts.moreRows(hiddenRows)] : []),
    ...(hiddenColumns > 0 ? [texts.moreColumns(hiddenColumns)] : []),
    ...(table.brokenNo ? [texts.broken(table.brokenNo)] : []),
    ...(table.openNo && isExplained ? [texts.open(table.openNo)] : []),
  ];
  return (
    <>
      {headings ? (
        <table className="w-max min-w-full border-separate [border-spacing:0] text-left text-xs">
          <thead>
            <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:bg-sunken">
              <th scope="col" className={`${ROW_NO} z-1`}>
                <span className="sr-only">{texts.row}</span>
                <span aria-hidden>{headings.no}</span>
              </th>
              {places.map((place) => (
                <th
                  key={place}
                  scope="col"
                  dir="auto"
                  className={`${cellClasses[place]} font-semibold`}
                >
                  {headings.cells[place]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ no, cells }) => (
              <tr key={no}>
                <th scope="row" className={ROW_NO}>
                  {no}
                </th>
                {places.map((place) => (
                  <td key={place} dir="auto" className={cellClasses[place]}>
                    {cells[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <Rest sentences={sentences} address={address} />
    </>
  );
}

/** All content is shown as text, so nothing in the file becomes a link, a formula or markup. */
export function TextContent({ start, address }: { start: TextStart; address: string }) {
  if (start.kind === "table") return <Table start={start} address={address} />;
  return (
    <>
      <pre dir="auto" className="p-3 font-mono text-xs break-words whitespace-pre-wrap">
        {start.text}
      </pre>
      <Rest sentences={start.isCut ? [texts.rest] : []} address={address} />
    </>
  );
}

export function TextPreview({
  address,
  file: { name, mime, bytes },
}: {
  address: string;
  file: Pick<ReviewFile, "name" | "mime" | "bytes">;
}) {
  const [start, setStart] = useState<TextStart | null>(null);
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      const { loadTextStart } = await import("@/features/review/viewer/text-file");
      if (stop.signal.aborted) return;
      const loaded = await loadTextStart(address, { mime, bytes, signal: stop.signal });
      if (!stop.signal.aborted) setStart(loaded);
    };
    load().catch(() => {
      if (!stop.signal.aborted) setFailed(true);
    });
    return () => stop.abort();
  }, [address, mime, bytes]);

  return (
    <>
      <div role="status" className={isFailed ? "text-ink-muted" : "absolute"}>
        {start || isFailed ? null : <span className="sr-only">{strings.loading}</span>}
        {isFailed ? <PreviewFailed address={address} /> : null}
      </div>
      <p className="hidden text-ink-muted [@media(scripting:none)]:block">
        <PreviewFailed address={address} />
      </p>
      {isFailed ? null : start ? (
        <div className="relative mb-4 flex min-h-0 grow basis-0 flex-col">
          <ScrollRegion
            aria-label={strings.preview(name)}
            className="peer min-h-0 grow basis-0 overflow-auto rounded-lg border border-line bg-surface"
          >
            <TextContent start={start} address={address} />
          </ScrollRegion>
          {/* Many systems hide the scrollbar, so a shadow shows that more columns follow. */}
          <span
            aria-hidden
            className="pointer-events-none absolute hidden peer-data-more-right:block"
            style={EDGE_SHADOW}
          />
        </div>
      ) : (
        <Skeleton className="mb-4 min-h-0 grow basis-0 [@media(scripting:none)]:hidden" />
      )}
    </>
  );
}
