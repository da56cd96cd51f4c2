import { isInstantKey, type KeyTest } from "@/lib/backend/page-key";

export const isInboxKey: KeyTest = (key) => {
  const [, at] = /^(?:late|due) (.+)$/.exec(key) ?? [];
  return at !== undefined && isInstantKey(at);
};
