"use client";

import { useEffect, useState } from "react";
import type { Matches, MenuStart } from "@/features/search/types";
import { formatRecords, type RecordKey } from "@/lib/recent/recent-records";
import { askSearch, useSearch } from "@/lib/search/use-search";

export function useMenuStart(
  slug: string,
  { recent, here }: { recent: readonly RecordKey[]; here: RecordKey | null },
): MenuStart & { isLoading: boolean } {
  const keys = formatRecords(recent);
  const { kind, id } = here ?? {};
  const [start, setStart] = useState<MenuStart & { isLoading: boolean }>({
    recent: [],
    request: null,
    client: null,
    isLoading: keys !== "" || here !== null,
  });
  useEffect(() => {
    if (keys === "" && !kind) return;
    const controller = new AbortController();
    const query = { recent: keys, ...(kind && id ? { [kind]: id } : {}) };
    askSearch<MenuStart>(slug, query, controller.signal).then(
      (answer) => setStart({ ...answer, isLoading: false }),
      // Show no error. The menu has other actions, and a search will report the failure.
      () => setStart((now) => ({ ...now, isLoading: false })),
    );
    return () => controller.abort();
  }, [slug, keys, kind, id]);
  return start;
}

export const useRecordSearch = (slug: string) => useSearch<Matches>(slug, "q");
