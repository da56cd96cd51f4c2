"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { fetchJson } from "@/lib/http/fetch-json";
import {
  createLatestSearch,
  type LatestSearch,
  type SearchState,
} from "@/lib/search/latest-search";

export function askSearch<T>(
  slug: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<T> {
  return fetchJson<T>(`/o/${slug}/search?${new URLSearchParams(query)}`, signal);
}

/** @param parameter `q` for clients and requests, `clients` for active clients */
export function useSearch<T>(
  slug: string,
  parameter: "q" | "clients",
): SearchState<T> & Omit<LatestSearch, "stop"> {
  const [state, setState] = useState<SearchState<T>>({
    found: null,
    isSearching: false,
    hasFailed: false,
  });
  const latest = useRef<LatestSearch>(undefined);
  useEffect(() => {
    latest.current = createLatestSearch<T>({
      ask: (query, signal) => askSearch(slug, { [parameter]: query }, signal),
      onChange: setState,
    });
    return () => latest.current?.stop();
  }, [slug, parameter]);
  const search = useCallback((query: string) => latest.current?.search(query), []);
  const retry = useCallback(() => latest.current?.retry(), []);
  return { ...state, search, retry };
}
