"use client";

import { useRef, useState } from "react";
import { FileTabs } from "@/features/review/components/file-tabs";
import { VersionPane } from "@/features/review/components/version-pane";
import { useViewerSelection, type Zoom } from "@/features/review/components/viewer-selection";
import { ViewerToolbar } from "@/features/review/components/viewer-toolbar";
import { strings } from "@/features/review/strings";
import type { ReviewFile, ReviewSubmission } from "@/features/review/types";
import type { FilePair } from "@/features/review/viewer/pairs";
import { goToPage, type PagePlace } from "@/features/review/viewer/sheets";
import { classNames } from "@/lib/class-names";

type ViewerProps = {
  current: ReviewSubmission;
  /** The version to compare with, or null if there is none. */
  previous: ReviewSubmission | null;
  pairs: readonly FilePair<ReviewFile>[];
  isComparedFirst: boolean;
  choices: readonly string[];
  isClosed: boolean;
  timeZone: string;
  now: string;
};

/**
 * Shows an answer: its files in tabs, or its text, choice or date. Next to it, shows an earlier
 * version. Below 900 px there is room for one version, so a switch selects it.
 */
export function Viewer({ current, previous, pairs, isComparedFirst, ...shared }: ViewerProps) {
  const { pairId } = useViewerSelection();
  const [isCompared, setCompared] = useState(isComparedFirst);
  const [zoom, setZoom] = useState<Zoom>("fit");
  const [shown, setShown] = useState<"current" | "previous">("current");
  const [place, setPlace] = useState<PagePlace | null>(null);
  const desk = useRef<HTMLDivElement>(null);
  const compared = isCompared ? previous : null;
  const visible = compared ? pairs : pairs.filter((pair) => pair.current);
  const pair = visible.find(({ id }) => id === pairId) ?? visible[0] ?? null;
  // Two panes with the same file would show it twice.
  const isTwofold = compared !== null && !pair?.isSame;
  const file = pair?.current ?? pair?.previous ?? null;

  const go = (page: number) => {
    const pane = desk.current?.querySelector(`[data-side="${shown}"] [data-sheets]`);
    if (pane instanceof HTMLElement) goToPage(pane, page);
  };
  return (
    <>
      {visible.length > 0 ? (
        <FileTabs pairs={visible} selectedId={pair?.id ?? null} previousNo={compared?.no ?? null} />
      ) : null}
      <ViewerToolbar
        zoom={file ? zoom : null}
        onZoom={setZoom}
        place={file?.mime === "application/pdf" ? place : null}
        onPage={go}
        compare={previous ? { no: previous.no, isOn: isCompared, set: setCompared } : null}
        shown={
          isTwofold ? { side: shown, set: setShown, nos: [previous?.no ?? 0, current.no] } : null
        }
        file={file}
      />
      <div
        ref={desk}
        data-shown={shown}
        className={classNames(
          "group/desk grid min-h-0 grow gap-4 p-4",
          isTwofold && "min-[56.25rem]:grid-cols-2",
        )}
      >
        {isTwofold ? (
          <VersionPane
            key={`${compared.id}:${pair?.previous?.id}`}
            {...shared}
            side="previous"
            submission={compared}
            file={pair?.previous ?? null}
            zoom={zoom}
            onPlace={shown === "previous" ? setPlace : undefined}
          />
        ) : null}
        <VersionPane
          key={`${current.id}:${pair?.current?.id}`}
          {...shared}
          side="current"
          submission={current}
          file={pair?.current ?? null}
          zoom={zoom}
          onPlace={shown === "current" || !isTwofold ? setPlace : undefined}
          note={compared && pair?.isSame ? strings.sameAs(compared.no) : undefined}
        />
      </div>
    </>
  );
}
