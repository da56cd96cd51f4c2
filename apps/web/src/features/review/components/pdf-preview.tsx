"use client";

import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { PreviewFailed } from "@/features/review/components/preview-failed";
import type { Zoom } from "@/features/review/components/viewer-selection";
import { strings } from "@/features/review/strings";
import { pdfAssets } from "@/features/review/viewer/assets";
import { goToPage, type PagePlace, pageIn, showSheets } from "@/features/review/viewer/sheets";

/** Draws on canvases, so that no content of the file runs in the origin of the app. */
export function PdfPreview({
  address,
  name,
  zoom,
  onPlace,
}: {
  address: string;
  name: string;
  zoom: Zoom;
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
      {/* The empty status is absolute, so that the pages do not move when they load. */}
      <div
        role="status"
        className={isFailed || (pdf && isIncomplete) ? "text-ink-muted" : "absolute"}
      >
        {pdf || isFailed ? null : <span className="sr-only">{strings.loading}</span>}
        {isFailed ? <PreviewFailed address={address} /> : null}
        {pdf && !isFailed && isIncomplete ? (
          <Banner tone="warning">{strings.imageMissing}</Banner>
        ) : null}
      </div>
      <section
        ref={holder}
        data-sheets
        hidden={isFailed}
        aria-busy={!pdf}
        aria-label={strings.preview(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll
        tabIndex={0}
        className="relative flex min-h-0 grow basis-0 flex-col gap-3.5 overflow-auto pb-4"
      >
        {/* Until the number of pages is known, show a placeholder in the size of A4. */}
        {pdf ? null : (
          <div
            data-paper
            className="aspect-[595/842] w-full shrink-0 animate-pulse rounded-xs border border-line bg-hover [@media(scripting:none)]:hidden"
          />
        )}
      </section>
    </>
  );
}
