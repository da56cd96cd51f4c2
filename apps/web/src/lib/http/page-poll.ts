/**
 * Calls `ask` at an interval while the page is visible. When a hidden page becomes visible and a
 * call is overdue, calls immediately.
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
