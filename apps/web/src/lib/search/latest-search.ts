export type SearchState<T> = {
  /**
   * The rows to show: the results of the last completed search. Null if that search failed, for an
   * empty text, and before the first search has ended.
   */
  found: T | null;
  isSearching: boolean;
  hasFailed: boolean;
};

export type LatestSearch = {
  /**
   * Starts a search if no other call follows within a short pause. An empty text ends the search.
   */
  search: (query: string) => void;
  retry: () => void;
  stop: () => void;
};

export type Wait = (run: () => void, milliseconds: number) => () => void;

const waitForTimer: Wait = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

const PAUSE_MS = 120;

export function createLatestSearch<T>({
  ask,
  onChange,
  wait = waitForTimer,
}: {
  ask: (query: string, signal: AbortSignal) => Promise<T>;
  onChange: (state: SearchState<T>) => void;
  wait?: Wait;
}): LatestSearch {
  let last = "";
  let found: T | null = null;
  let cancel: () => void = () => undefined;

  const start = (query: string) => {
    const controller = new AbortController();
    cancel = () => controller.abort();
    ask(query, controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) return;
        found = answer;
        onChange({ found, isSearching: false, hasFailed: false });
      },
      () => {
        if (controller.signal.aborted) return;
        found = null;
        onChange({ found, isSearching: false, hasFailed: true });
      },
    );
  };

  return {
    search: (query) => {
      const wanted = query.trim();
      if (wanted === last) return;
      last = wanted;
      cancel();
      if (wanted === "") {
        found = null;
        onChange({ found, isSearching: false, hasFailed: false });
        return;
      }
      onChange({ found, isSearching: true, hasFailed: false });
      cancel = wait(() => start(wanted), PAUSE_MS);
    },
    retry: () => {
      cancel();
      onChange({ found, isSearching: true, hasFailed: false });
      start(last);
    },
    stop: () => cancel(),
  };
}
