"use client";

import { useEffect, useRef, useState } from "react";
import { strings } from "@/features/review/strings";

const WIDEST_PIXELS = 1_200;

type State = { at: "loading" } | { at: "ready"; pages: number } | { at: "failed" };

/**
 * Draws a PDF onto canvases with pdf.js, so that nothing inside the file runs in our origin. Pages
 * are drawn when they come near the screen.
 */
export function PdfPreview({ address, name }: { address: string; name: string }) {
  const holder = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>({ at: "loading" });

  useEffect(() => {
    const container = holder.current;
    if (!container) return;
    let isGone = false;
    const cleanUp: (() => void)[] = [];

    const draw = async () => {
      const pdfjs = await import("pdfjs-dist");
      pdfjs.GlobalWorkerOptions.workerSrc = new URL(
        "pdfjs-dist/build/pdf.worker.min.mjs",
        import.meta.url,
      ).href;
      const task = pdfjs.getDocument({ url: address });
      cleanUp.push(() => void task.destroy());
      const document_ = await task.promise;
      if (isGone) return;
      const canvases = Array.from({ length: document_.numPages }, (_, index) => {
        const canvas = document.createElement("canvas");
        canvas.className = "w-full rounded-md border border-line bg-white";
        canvas.setAttribute("role", "img");
        canvas.setAttribute(
          "aria-label",
          `${strings.preview(name)}, ${strings.page(index + 1, document_.numPages)}`,
        );
        canvas.width = 595;
        canvas.height = 842;
        return canvas;
      });
      container.replaceChildren(...canvases);
      setState({ at: "ready", pages: document_.numPages });

      const drawPage = async (canvas: HTMLCanvasElement) => {
        const page = await document_.getPage(canvases.indexOf(canvas) + 1);
        const natural = page.getViewport({ scale: 1 });
        const width = Math.min(container.clientWidth * devicePixelRatio, WIDEST_PIXELS);
        const viewport = page.getViewport({ scale: width / natural.width });
        canvas.width = Math.floor(viewport.width);
        canvas.height = Math.floor(viewport.height);
        await page.render({ canvas, viewport }).promise;
        canvas.dataset.drawn = "true";
      };
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) {
            if (!isIntersecting) continue;
            observer.unobserve(target);
            drawPage(target as HTMLCanvasElement).catch(() => {
              if (!isGone) setState({ at: "failed" });
            });
          }
        },
        { rootMargin: "600px" },
      );
      for (const canvas of canvases) observer.observe(canvas);
      cleanUp.push(() => observer.disconnect());
    };
    draw().catch(() => {
      if (!isGone) setState({ at: "failed" });
    });
    return () => {
      isGone = true;
      for (const run of cleanUp) run();
    };
  }, [address, name]);

  return (
    <div>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {state.at === "loading" ? <span className="sr-only">{strings.loading}</span> : null}
        {state.at === "failed" ? strings.previewFailed : null}
      </p>
      {/* The size of a sheet of paper from the start: nothing below moves when it is drawn. */}
      <section
        ref={holder}
        hidden={state.at === "failed"}
        aria-label={strings.preview(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
        tabIndex={0}
        className="flex aspect-[595/842] max-h-[75dvh] w-full flex-col gap-3 overflow-y-auto"
      />
    </div>
  );
}
