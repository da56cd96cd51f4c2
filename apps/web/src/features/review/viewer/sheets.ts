import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

const WIDEST_PIXELS = { fit: 1_200, double: 2_000 };
/** Sheets within this distance of the visible area have a canvas. All others free theirs. */
const NEAR = "600px";

type Drawing = { canvas: HTMLCanvasElement; stop: () => void };

type Sheets = {
  /** A scrolling element. The function adds one sheet per page to it. */
  container: HTMLElement;
  pdf: PDFDocumentProxy;
  /** True to show the pages at twice the width of the container. */
  isDouble: boolean;
  label: (page: number) => string;
  onFailure: () => void;
  /** Called if an image on a page cannot be decoded. The area of that image is then blank. */
  onMissingImage: () => void;
};

/** If pdf.js cannot decode an image, it skips the image and stores null under the image's name. */
function lacksAnImage({ objs, commonObjs }: PDFPageProxy): boolean {
  return [...objs, ...commonObjs].some(([, data]) => data === null);
}

function makeSheet(label: string, isDouble: boolean): HTMLElement {
  const sheet = document.createElement("div");
  const width = isDouble ? "w-[200%]" : "w-full";
  sheet.className = `${width} shrink-0 overflow-hidden rounded-xs border border-line bg-white`;
  sheet.setAttribute("role", "img");
  sheet.setAttribute("aria-label", label);
  // A4 size until the page has loaded.
  sheet.style.aspectRatio = "595 / 842";
  return sheet;
}

/**
 * Shows the pages of a PDF, each on a sheet of fixed size. Only sheets near the visible area have a
 * canvas, because a canvas takes up to 8 MB and a scan may have hundreds of pages.
 * @returns a function that removes everything
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
    if (isWanted()) sheet.dataset.drawn = "true";
  };

  const release = (sheet: HTMLElement) => {
    const drawing = drawings.get(sheet);
    if (!drawing) return;
    drawings.delete(sheet);
    drawing.stop();
    delete sheet.dataset.drawn;
    sheet.replaceChildren();
    // Setting the canvas size to zero frees its memory. Removing the element does not.
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
    // Use the scrolling container as the root. Relative to the viewport, a sheet would count as
    // near only when it is already visible.
    { root: container, rootMargin: NEAR },
  );
  container.replaceChildren(...sheets);
  for (const sheet of sheets) observer.observe(sheet);
  return () => {
    observer.disconnect();
    for (const sheet of sheets) release(sheet);
  };
}

/** The page at the middle of the visible area, and the number of pages. */
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
