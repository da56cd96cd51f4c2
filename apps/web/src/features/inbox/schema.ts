import { isInstantKey, type KeyTest } from "@/lib/backend/page-key";

/** A key starts with `late` or `due`, because overdue requests come first in the inbox. */
export const isInboxKey: KeyTest = (key) => {
  const [, at] = /^(?:late|due) (.+)$/.exec(key) ?? [];
  return at !== undefined && isInstantKey(at);
};
