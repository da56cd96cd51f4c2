import { useRef, useState } from "react";
import { followItems, followSent } from "@/features/requests/draft/follow-items";
import { resolvedErrors } from "@/features/requests/draft/resolved-errors";
import type { FormFailure } from "@/lib/forms/form-state";

type Options<Content> = {
  failure: FormFailure | null;
  sent: Content | null;
  live: Content;
  keys: readonly string[];
  findProblems: (content: Content) => Record<string, string>;
};

/** Errors stay at their items when the user moves, adds or removes items. */
export function useItemErrors<Item, Content extends { items: Item[] }>(options: Options<Content>) {
  const { failure, sent, live, keys, findProblems } = options;
  const sending = useRef(keys);
  // If the form was posted without scripts, its errors belong to the items that the page shows
  // first.
  const [first] = useState({ failure, keys });
  const [last, setLast] = useState(first);
  if (last.failure !== failure) setLast({ failure, keys: sending.current });
  const isUnmoved = keys.join() === last.keys.join();
  const shown =
    failure === null || (failure === first.failure && isUnmoved)
      ? failure
      : followItems(failure, last.keys, keys);
  const resolved = resolvedErrors(shown, findProblems, {
    sent: sent && {
      ...sent,
      items: followSent({ sent: sent.items, live: live.items }, last.keys, keys),
    },
    live,
  });
  return {
    failure: shown,
    resolved,
    onSend: (sentKeys: readonly string[]) => {
      sending.current = sentKeys;
    },
  };
}
