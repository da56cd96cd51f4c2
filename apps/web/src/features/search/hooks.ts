"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import {
  createLatestSearch,
  type LatestSearch,
  type SearchState,
} from "@/features/search/menu/latest-search";
import type { Matches, MenuStart } from "@/features/search/types";
import { formatRecords, type RecordKey } from "@/lib/recent-records";

async function askMenu<T>(
  slug: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<T> {
  const answer = await fetch(`/o/${slug}/search?${new URLSearchParams(query)}`, { signal });
  // A redirect, for example to the sign-in page, ends at a document.
  const isData = answer.headers.get("content-type")?.startsWith("application/json");
  if (!answer.ok || !isData) throw new Error(`The search returned ${answer.status}.`);
  return (await answer.json()) as T;
}

/**
 * Loads the recent records and the actions of the current page. Without an answer, has none.
 * `isLoading` is true until the answer or its failure.
 */
export function useMenuStart(
  slug: string,
  { recent, requestId }: { recent: readonly RecordKey[]; requestId: string | null },
): MenuStart & { isLoading: boolean } {
  const keys = formatRecords(recent);
  const [start, setStart] = useState<MenuStart & { isLoading: boolean }>({
    recent: [],
    request: null,
    isLoading: keys !== "" || requestId !== null,
  });
  useEffect(() => {
    if (keys === "" && requestId === null) return;
    const controller = new AbortController();
    const query = { recent: keys, ...(requestId ? { request: requestId } : {}) };
    askMenu<MenuStart>(slug, query, controller.signal).then(
      (answer) => setStart({ ...answer, isLoading: false }),
      // The menu still has its other actions, and a search shows the failure.
      () => setStart((now) => ({ ...now, isLoading: false })),
    );
    return () => controller.abort();
  }, [slug, keys, requestId]);
  return start;
}

export function useRecordSearch(slug: string): SearchState<Matches> & Omit<LatestSearch, "stop"> {
  const [state, setState] = useState<SearchState<Matches>>({
    found: null,
    isSearching: false,
    hasFailed: false,
  });
  const latest = useRef<LatestSearch>(undefined);
  useEffect(() => {
    latest.current = createLatestSearch<Matches>({
      ask: (q, signal) => askMenu(slug, { q }, signal),
      onChange: setState,
    });
    return () => latest.current?.stop();
  }, [slug]);
  const search = useCallback((query: string) => latest.current?.search(query), []);
  const retry = useCallback(() => latest.current?.retry(), []);
  return { ...state, search, retry };
}
