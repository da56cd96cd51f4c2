"use client";

import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { Banner } from "@/components/ui/banner";
import type { Zoom } from "@/features/review/components/viewer-selection";
import { strings } from "@/features/review/strings";
import { pdfAssets } from "@/features/review/viewer/assets";
import { goToPage, type PagePlace, pageIn, showSheets } from "@/features/review/viewer/sheets";

/**
 * Draws a PDF on canvases with pdf.js, so that no content of the file runs in our origin. Draws a
 * page when it comes near the screen, and frees its canvas when it leaves.
 */
export function PdfPreview({
  address,
  name,
  zoom,
  onPlace,
}: {
  address: string;
  name: string;
  zoom: Zoom;
  /** Called with the page on the screen when it changes. */
  onPlace?: ((place: PagePlace | null) => void) | undefined;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [isIncomplete, setIncomplete] = useState(false);
  const page = useRef(1);

  useEffect(() => {
    let isGone = false;
    let stop = () => {};
    const load = async () => {
      const pdfjs = await import("pdfjs-dist");
      if (isGone) return;
      const { workerSrc, options } = pdfAssets(pdfjs.version);
      pdfjs.GlobalWorkerOptions.workerSrc = workerSrc;
      const task = pdfjs.getDocument({ url: address, ...options });
      stop = () => void task.destroy();
      const loaded = await task.promise;
      if (!isGone) setPdf(loaded);
    };
    load().catch(() => {
      if (!isGone) setFailed(true);
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [address]);

  useEffect(() => {
    const container = holder.current;
    if (!container || !pdf) return;
    let isGone = false;
    const remove = showSheets({
      container,
      pdf,
      isDouble: zoom === "double",
      label: (number) => `${strings.preview(name)}, ${strings.page(number, pdf.numPages)}`,
      onFailure: () => {
        if (!isGone) setFailed(true);
      },
      onMissingImage: () => {
        if (!isGone) setIncomplete(true);
      },
    });
    // Another zoom starts at the same page.
    if (page.current > 1) goToPage(container, page.current);
    return () => {
      isGone = true;
      remove();
    };
  }, [pdf, name, zoom]);

  useEffect(() => {
    const container = holder.current;
    if (!container || !pdf || !onPlace) return;
    const tell = () => {
      page.current = pageIn(container);
      onPlace({ page: page.current, total: pdf.numPages });
    };
    tell();
    container.addEventListener("scroll", tell, { passive: true });
    return () => {
      container.removeEventListener("scroll", tell);
      onPlace(null);
    };
  }, [pdf, onPlace]);

  return (
    <>
      {/* Without visible text, it takes no room, so that the pages do not move when they arrive. */}
      <div
        role="status"
        className={isFailed || (pdf && isIncomplete) ? "text-ink-muted" : "absolute"}
      >
        {pdf || isFailed ? null : <span className="sr-only">{strings.loading}</span>}
        {isFailed ? strings.previewFailed : null}
        {pdf && !isFailed && isIncomplete ? (
          <Banner tone="warning">{strings.imageMissing}</Banner>
        ) : null}
      </div>
      <section
        ref={holder}
        data-sheets
        hidden={isFailed}
        aria-label={strings.preview(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
        tabIndex={0}
        className="relative flex min-h-0 grow basis-0 flex-col gap-3.5 overflow-auto"
      />
    </>
  );
}
