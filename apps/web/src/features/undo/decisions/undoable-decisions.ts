import { strings } from "@/features/review/strings";
import type { Decision } from "@/features/review/types";
import { isOutageCode } from "@/lib/errors/outage-code";

const MAX_DECISIONS = 3;

export type Decided = {
  requestId: string;
  itemId: string;
  title: string;
  decision: Decision;
  version: number;
};

export type DecisionToast = { title: string; undo?: () => void };

/** Returns a function that closes the toast. */
type ShowToast = (toast: DecisionToast) => () => void;

type Options = {
  undo: (
    decided: Pick<Decided, "itemId" | "version">,
  ) => Promise<{ ok: true } | { ok: false; code: string; message: string }>;
  showProblem: (problem: { message: string; retry?: () => void } | null) => void;
};

/** The user can undo the last three decisions, even if their toasts are no longer on the screen. */
export function createUndoableDecisions({ undo, showProblem }: Options) {
  /** Ordered from newest to oldest. */
  let decisions: Decided[] = [];
  let closeToast = () => {};

  const replaceToast = (toast: DecisionToast, show: ShowToast) => {
    closeToast();
    closeToast = show(toast);
  };
  const run = async (decided: Decided, show: ShowToast) => {
    const { itemId, title, version } = decided;
    decisions = decisions.filter((each) => each !== decided);
    const result = await undo({ itemId, version }).catch(() => null);
    if (result?.ok) {
      showProblem(null);
      replaceToast({ title: strings.undone(title) }, show);
      return;
    }
    closeToast();
    if (result && !isOutageCode(result.code)) {
      showProblem({ message: result.message });
      return;
    }
    // The request or its response was lost, so the user may try again.
    decisions = [decided, ...decisions];
    showProblem({ message: strings.notUndone, retry: () => void run(decided, show) });
  };

  return {
    offer: (decided: Decided, show: ShowToast) => {
      const isOther = ({ itemId, version }: Decided) =>
        itemId !== decided.itemId || version !== decided.version;
      decisions = [decided, ...decisions.filter(isOther)].slice(0, MAX_DECISIONS);
      const title = strings.done[decided.decision](decided.title);
      replaceToast({ title, undo: () => void run(decided, show) }, show);
    },
    /** Undoes the newest decision in the request. Returns whether there was a decision to undo. */
    undoNewest: (requestId: string, show: ShowToast): boolean => {
      const newest = decisions.find((each) => each.requestId === requestId);
      if (newest) void run(newest, show);
      return newest !== undefined;
    },
  };
}
