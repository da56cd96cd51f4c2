/**
 * Asks for a page again and again while it is visible. A hidden page asks nothing; one that is shown again
 * asks at once when a question was due.
 * @param ask called once per interval
 * @param everyMilliseconds time between two questions
 * @returns stops asking
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
