import { isInstantKey, type KeyTest } from "@/lib/backend/page-key";

/** A key's first word says whether its request is overdue, because overdue requests come first. */
export const isInboxKey: KeyTest = (key) => {
  const [, at] = /^(?:late|due) (.+)$/.exec(key) ?? [];
  return at !== undefined && isInstantKey(at);
};
