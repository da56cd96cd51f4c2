import { isInstantKey, type KeyTest } from "@/lib/backend/page-key";

/**
 * A key such as `late 2026-11-28T09:05:00.123456Z`. The first word, `late` or `due`, says whether
 * the request is overdue, because overdue requests come first.
 */
export const isInboxKey: KeyTest = (key) => {
  const [, at] = /^(?:late|due) (.+)$/.exec(key) ?? [];
  return at !== undefined && isInstantKey(at);
};
