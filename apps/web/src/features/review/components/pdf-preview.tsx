"use client";

import { useEffect, useRef, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { pdfAssets } from "@/features/review/pdf/assets";
import { showSheets } from "@/features/review/pdf/sheets";
import { strings } from "@/features/review/strings";

type State = "loading" | "ready" | "failed";

/**
 * Draws a PDF on canvases with pdf.js, so that no content of the file runs in our origin. Draws a
 * page when it comes near the screen, and frees its canvas when it leaves.
 */
export function PdfPreview({ address, name }: { address: string; name: string }) {
  const holder = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>("loading");
  const [isIncomplete, setIncomplete] = useState(false);

  useEffect(() => {
    const container = holder.current;
    if (!container) return;
    let isGone = false;
    const cleanUp: (() => void)[] = [];
    const fail = () => {
      if (!isGone) setState("failed");
    };

    const draw = async () => {
      const pdfjs = await import("pdfjs-dist");
      const { workerSrc, options } = pdfAssets(pdfjs.version);
      pdfjs.GlobalWorkerOptions.workerSrc = workerSrc;
      const task = pdfjs.getDocument({ url: address, ...options });
      cleanUp.push(() => void task.destroy());
      const pdf = await task.promise;
      if (isGone) return;
      cleanUp.push(
        showSheets({
          container,
          pdf,
          label: (page) => `${strings.preview(name)}, ${strings.page(page, pdf.numPages)}`,
          onFailure: fail,
          onMissingImage: () => {
            if (!isGone) setIncomplete(true);
          },
        }),
      );
      setState("ready");
    };
    draw().catch(fail);
    return () => {
      isGone = true;
      for (const run of cleanUp.reverse()) run();
    };
  }, [address, name]);

  return (
    <div>
      <div role="status" className="text-sm text-ink-muted empty:hidden">
        {state === "loading" ? <span className="sr-only">{strings.loading}</span> : null}
        {state === "failed" ? strings.previewFailed : null}
        {state === "ready" && isIncomplete ? (
          <div className="mb-3">
            <Banner tone="warning">{strings.imageMissing}</Banner>
          </div>
        ) : null}
      </div>
      {/* Give the sheet its final size from the start, which prevents a layout shift. */}
      <section
        ref={holder}
        hidden={state === "failed"}
        aria-label={strings.preview(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
        tabIndex={0}
        className="flex aspect-[595/842] max-h-[75dvh] w-full flex-col gap-3 overflow-y-auto"
      />
    </div>
  );
}
