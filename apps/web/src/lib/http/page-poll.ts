/**
 * Calls `ask` at the interval while the page is visible. If a call became due while the page was
 * hidden, calls `ask` as soon as the page becomes visible.
 * @returns a function that stops the calls
 */
export function pollPage(ask: () => void, everyMilliseconds: number): () => void {
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    isDue = false;
    timer = setTimeout(come, everyMilliseconds);
  };
  const come = () => {
    isDue = true;
    if (document.visibilityState !== "visible") return;
    wait();
    ask();
  };
  const look = () => {
    if (isDue) come();
  };
  document.addEventListener("visibilitychange", look);
  wait();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
