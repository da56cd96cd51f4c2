import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

const WIDEST_PIXELS = { fit: 1_200, double: 2_000 };
/** Distance from the visible area within which pages have a canvas. */
const NEAR = "600px";

type Drawing = { canvas: HTMLCanvasElement; stop: () => void };

type Sheets = {
  /** The scrolling element. It must be empty. */
  container: HTMLElement;
  pdf: PDFDocumentProxy;
  isDouble: boolean;
  label: (page: number) => string;
  onFailure: () => void;
  /** Called if pdf.js cannot decode an image of a page and leaves its area blank. */
  onMissingImage: () => void;
};

/** pdf.js stores null for an image that it cannot decode. */
function lacksAnImage({ objs, commonObjs }: PDFPageProxy): boolean {
  return [...objs, ...commonObjs].some(([, data]) => data === null);
}

function makeSheet(label: string, isDouble: boolean): HTMLElement {
  const sheet = document.createElement("div");
  const width = isDouble ? "w-[200%]" : "w-full";
  // A page that is not drawn yet is gray, because a white sheet would look like an empty page.
  sheet.className = `${width} shrink-0 overflow-hidden rounded-xs border border-line bg-hover aria-busy:animate-pulse aria-busy:*:invisible`;
  sheet.setAttribute("role", "img");
  sheet.setAttribute("aria-label", label);
  sheet.style.aspectRatio = "595 / 842";
  return sheet;
}

/**
 * Only sheets near the visible area have a canvas, because a canvas takes several megabytes and a
 * scan may have hundreds of pages.
 * @returns a function that removes the sheets and their canvases
 */
export function showSheets({
  container,
  pdf,
  isDouble,
  label,
  onFailure,
  onMissingImage,
}: Sheets): () => void {
  const drawings = new Map<Element, Drawing>();
  const sheets = Array.from({ length: pdf.numPages }, (_, index) =>
    makeSheet(label(index + 1), isDouble),
  );

  const draw = async (sheet: HTMLElement) => {
    const canvas = document.createElement("canvas");
    canvas.className = "block size-full";
    let cancel = () => {};
    const drawing: Drawing = { canvas, stop: () => cancel() };
    drawings.set(sheet, drawing);
    sheet.ariaBusy = "true";
    const isWanted = () => drawings.get(sheet) === drawing;
    const page = await pdf.getPage(sheets.indexOf(sheet) + 1);
    if (!isWanted()) return;
    const natural = page.getViewport({ scale: 1 });
    const widest = isDouble ? WIDEST_PIXELS.double : WIDEST_PIXELS.fit;
    const width = Math.min(sheet.clientWidth * devicePixelRatio, widest);
    const viewport = page.getViewport({ scale: width / natural.width });
    sheet.style.aspectRatio = `${natural.width} / ${natural.height}`;
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    sheet.replaceChildren(canvas);
    const task = page.render({ canvas, viewport });
    cancel = () => task.cancel();
    try {
      await task.promise;
    } catch (error) {
      if (isWanted()) throw error;
      return;
    }
    if (lacksAnImage(page)) onMissingImage();
    page.cleanup();
    if (!isWanted()) return;
    sheet.ariaBusy = null;
    sheet.dataset.drawn = "true";
  };

  const release = (sheet: HTMLElement) => {
    const drawing = drawings.get(sheet);
    if (!drawing) return;
    drawings.delete(sheet);
    drawing.stop();
    sheet.ariaBusy = null;
    delete sheet.dataset.drawn;
    sheet.replaceChildren();
    // Setting the size to zero frees the memory of a canvas. Removing the element does not free it.
    drawing.canvas.width = 0;
    drawing.canvas.height = 0;
  };

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const sheet = target as HTMLElement;
        if (!isIntersecting) release(sheet);
        else if (!drawings.has(sheet)) draw(sheet).catch(onFailure);
      }
    },
    // With the viewport as the root, `rootMargin` would not apply inside the scrolling element.
    { root: container, rootMargin: NEAR },
  );
  container.append(...sheets);
  for (const sheet of sheets) observer.observe(sheet);
  return () => {
    observer.disconnect();
    for (const sheet of sheets) {
      release(sheet);
      sheet.remove();
    }
  };
}

export type PagePlace = { page: number; total: number };

export function pageIn(container: HTMLElement): number {
  const middle = container.scrollTop + container.clientHeight / 2;
  const starts = [...container.children].map((sheet) => (sheet as HTMLElement).offsetTop);
  return Math.max(1, starts.filter((start) => start <= middle).length);
}

export function goToPage(container: HTMLElement, page: number): void {
  const sheet = container.children[page - 1];
  if (sheet instanceof HTMLElement) container.scrollTo({ top: sheet.offsetTop });
}
