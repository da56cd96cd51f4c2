import type { DraftSlot } from "@/lib/drafts/draft-storage";
import type { DraftFields } from "@/lib/drafts/fingerprint";
import { UNSAVED_DRAFT } from "@/lib/errors/form-sentences";
import { isOutageCode } from "@/lib/errors/outage-code";
import { createRetry, type Retry } from "@/lib/http/retry";

export const AUTOSAVE_DELAY_MS = 2_000;

export type Clock = (run: () => void, milliseconds: number) => () => void;

export const systemClock: Clock = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

export type SaveFailure = { ok: false; code: string; message: string };

export type Adopted<Conflict> =
  | { kind: "saved" }
  /** Merged with changes by another member or from another tab. The form shows the result. */
  | { kind: "merged" }
  /** The user typed during the merge, so the form must save again. */
  | { kind: "again" }
  /**
   * Both versions changed the same field. The form saves nothing until the user chooses a version.
   */
  | { kind: "conflict"; conflict: Conflict };

export type AutosaveState<Conflict> = {
  phase: "saved" | "merged" | "unsaved" | "saving" | "conflict" | "failed";
  failure: SaveFailure | null;
  conflict: Conflict | null;
};

type Options<Content, Saved, Conflict> = {
  clock?: Clock;
  createRetry?: (run: () => void) => Retry;
  read: () => Content | null;
  /**
   * Returns whether the content differs from the saved content. If missing, every `touch` counts as
   * a change.
   */
  hasChanged?: (content: Content) => boolean;
  toFields: (content: Content) => DraftFields;
  fingerprint: (content: Content) => string;
  /** Must not throw. */
  send: (content: Content) => Promise<{ ok: true; data: Saved } | SaveFailure>;
  /**
   * Returns whether the server stored the content. If false, the tab keeps the draft. By default,
   * every successful save counts as stored.
   */
  isStored?: (saved: Saved) => boolean;
  /**
   * Updates the version in content that was read before the previous save ended, because that save
   * changed the stored version.
   */
  restamp?: (content: Content) => Content;
  onSaved: (saved: Saved, content: Content) => Adopted<Conflict>;
  onState: (state: AutosaveState<Conflict>) => void;
};

type Start = {
  slot: DraftSlot;
  /** Fingerprints of the contents that this tab may have saved on the server. */
  seen: Iterable<string>;
  isUnsaved: boolean;
};

/**
 * Saves a form two seconds after the last change, one save at a time. The draft stays in the tab's
 * storage until the server has stored it. A save that failed in an outage is retried when the
 * server is reachable again. After any other failure, the form is saved again at the next change.
 */
export function createAutosave<Content, Saved, Conflict>({
  clock = systemClock,
  createRetry: openRetry = createRetry,
  read,
  hasChanged,
  toFields,
  fingerprint,
  send,
  isStored = () => true,
  restamp = (content) => content,
  onSaved,
  onState,
}: Options<Content, Saved, Conflict>) {
  let slot: DraftSlot | undefined;
  let seen = new Set<string>();
  let state: AutosaveState<Conflict> = { phase: "saved", failure: null, conflict: null };
  let isTouched = false;
  let isSubmitting = false;
  let isStopped = true;
  let isWaiting = false;
  let hasSaved = false;
  let cancelTimer = () => {};
  let running: Promise<void> | undefined;
  const retry = openRetry(() => void save());

  const set = (changes: Partial<AutosaveState<Conflict>>) => {
    state = { ...state, ...changes };
    onState(state);
  };

  const schedule = () => {
    cancelTimer();
    cancelTimer = clock(() => void save(), AUTOSAVE_DELAY_MS);
  };

  const unsaved = (): Content | null => {
    const content = hasChanged || isTouched ? read() : null;
    return content && (hasChanged?.(content) ?? true) ? content : null;
  };

  const keep = () => {
    const content = isTouched ? read() : null;
    if (content) slot?.store(toFields(content), seen);
  };

  /**
   * Adds the content to `seen` before the request, because the server may store the content even if
   * the response is lost.
   */
  const announce = (content: Content) => {
    seen.add(fingerprint(content));
    if (slot && slot.text() !== null) slot.store(toFields(content), seen);
  };

  const store = async (content: Content) => {
    const usedSlot = slot;
    announce(content);
    const before = usedSlot?.text();
    const result = await send(content);
    if (result.ok && isStored(result.data) && usedSlot?.text() === before) usedSlot?.delete();
    return result;
  };

  const waitForServer = () => {
    if (isStopped) return;
    isWaiting = true;
    retry.wait();
  };

  const stopWaiting = () => {
    isWaiting = false;
    retry.rest();
    retry.succeed();
  };

  const hold = (conflict: Conflict | null) => {
    if (conflict) isTouched = true;
    if (conflict) set({ phase: "conflict", conflict, failure: null });
    else if (state.conflict) set({ phase: isTouched ? "unsaved" : "saved", conflict: null });
  };

  /**
   * Handles saved content. Also call this function if another action saved the content, even if
   * that action then failed.
   */
  const receive = (saved: Saved, content: Content) => {
    hasSaved = true;
    const adopted = onSaved(saved, content);
    if (adopted.kind === "again") isTouched = true;
    if (adopted.kind === "conflict") hold(adopted.conflict);
    else {
      set({ phase: adopted.kind === "merged" ? "merged" : "saved", conflict: null, failure: null });
      if (isTouched) set({ phase: "unsaved" });
    }
    if (adopted.kind === "again") schedule();
    keep();
  };

  const run = async (content: Content) => {
    const result = await store(content);
    running = undefined;
    const isOutage = !result.ok && isOutageCode(result.code);
    if (isOutage) waitForServer();
    else stopWaiting();
    if (result.ok) return receive(result.data, content);
    isTouched = true;
    set({ phase: "failed", failure: isOutage ? { ...result, message: UNSAVED_DRAFT } : result });
  };

  const save = async (): Promise<void> => {
    cancelTimer();
    if (isSubmitting) return;
    // Wait again, because another waiting caller may have started the next save.
    while (running) await running;
    const content = state.conflict ? null : unsaved();
    if (!content) return;
    isTouched = false;
    set({ phase: "saving" });
    running = run(content);
    await running;
  };

  return {
    start: (start: Start) => {
      slot = start.slot;
      seen = new Set(start.seen);
      isTouched = start.isUnsaved;
      isSubmitting = false;
      isStopped = false;
      if (isTouched) void save();
    },
    touch: () => {
      isTouched = true;
      isSubmitting = false;
      if (state.phase !== "saving") set({ phase: state.conflict ? "conflict" : "unsaved" });
      keep();
      schedule();
    },
    keep,
    save,
    receive,
    hold,
    /** Blocks saves until `resume` or the next change. `resume` does not start a save. */
    submit: () => {
      cancelTimer();
      isSubmitting = true;
      const content = read();
      if (content) announce(content);
    },
    resume: () => {
      isSubmitting = false;
    },
    settle: async () => {
      while (running) await running;
    },
    waitForServer,
    isWaiting: () => isWaiting,
    isUnsaved: () => unsaved() !== null,
    isSaving: () => running !== undefined,
    state: () => state,
    stop: () => {
      cancelTimer();
      isStopped = true;
      stopWaiting();
    },
    /**
     * Call this function when the form unmounts. Saves unsaved content, and resolves after the last
     * save has ended.
     * @returns whether this form may have saved anything
     */
    leave: async (): Promise<boolean> => {
      const content = state.conflict ? null : unsaved();
      if (!content && !hasSaved && !running) return false;
      cancelTimer();
      while (running) await running;
      if (content) await store(restamp(content));
      return true;
    },
  };
}
