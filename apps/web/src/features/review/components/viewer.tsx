"use client";

import { useRef, useState } from "react";
import { FileTabs } from "@/features/review/components/file-tabs";
import { canEnlarge, VersionPane } from "@/features/review/components/version-pane";
import {
  type Side,
  useViewerSelection,
  type Zoom,
} from "@/features/review/components/viewer-selection";
import { VersionSwitch, ViewerToolbar } from "@/features/review/components/viewer-toolbar";
import { WrittenAnswer } from "@/features/review/components/written-answer";
import { strings } from "@/features/review/strings";
import type { ReviewFile, ReviewSubmission } from "@/features/review/types";
import { type FilePair, visiblePairs } from "@/features/review/viewer/pairs";
import { goToPage, type PagePlace } from "@/features/review/viewer/sheets";
import { classNames } from "@/lib/style/class-names";

const UNKNOWN_PLACE = { page: 1, total: null };

type ViewerProps = {
  current: ReviewSubmission;
  previous: ReviewSubmission | null;
  pairs: readonly FilePair<ReviewFile>[];
  help: string;
  choices: readonly string[];
  isClosed: boolean;
  timeZone: string;
  now: string;
};

export function Viewer({ current, previous, pairs, help, ...shared }: ViewerProps) {
  const { pairId, isCompared, setCompared } = useViewerSelection();
  const [zoom, setZoom] = useState<Zoom>("fit");
  const [chosen, setChosen] = useState<Side>("current");
  const [place, setPlace] = useState<PagePlace | null>(null);
  const desk = useRef<HTMLDivElement>(null);
  const compared = isCompared ? previous : null;
  const visible = visiblePairs(pairs, isCompared);
  const pair = visible.find(({ id }) => id === pairId) ?? visible[0] ?? null;
  const isTwofold = compared !== null && !pair?.isSame;
  const shown = isTwofold ? chosen : "current";
  const file = pair?.current ?? pair?.previous ?? null;

  const go = (page: number) => {
    const pane = desk.current?.querySelector(`[data-side="${shown}"] [data-sheets]`);
    if (pane instanceof HTMLElement) goToPage(pane, page);
  };
  const show = (side: Side) => {
    setChosen(side);
    setCompared(true);
  };
  const isPdf = file?.mime === "application/pdf";
  // Do not show a toolbar for the download alone, because the toolbar takes a separate row.
  const hasToolbar = isPdf || previous !== null || (file !== null && canEnlarge(file));
  const isWritten = visible.length === 0;
  const panes = (
    <div
      ref={desk}
      data-shown={shown}
      className={classNames(
        "group/desk grid min-h-0 grow gap-4",
        !isWritten && "px-4 pt-4",
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
        onPlace={shown === "current" ? setPlace : undefined}
        hasDownload={!hasToolbar}
        note={previous && pair?.isSame ? strings.sameAs(previous.no) : undefined}
      />
    </div>
  );
  return (
    <>
      {visible.length > 1 ? (
        <FileTabs pairs={visible} selectedId={pair?.id ?? null} previousNo={compared?.no ?? null} />
      ) : null}
      {hasToolbar ? (
        <ViewerToolbar
          zoom={file && canEnlarge(file) ? zoom : null}
          onZoom={setZoom}
          place={isPdf ? (place ?? UNKNOWN_PLACE) : null}
          onPage={go}
          compare={previous ? { no: previous.no, isOn: isCompared, set: setCompared } : null}
          file={file}
        />
      ) : null}
      {previous && !pair?.isSame ? (
        <VersionSwitch value={shown} onChange={show} nos={[previous.no, current.no]} />
      ) : null}
      {isWritten ? <WrittenAnswer help={help}>{panes}</WrittenAnswer> : panes}
    </>
  );
}
