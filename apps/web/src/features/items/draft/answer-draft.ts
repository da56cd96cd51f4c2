import type { AutosaveResult } from "@/features/items/actions";
import type { ConflictingAnswer } from "@/features/items/types";
import { type AutosaveState, createAutosave } from "@/lib/drafts/autosave";
import { type DraftSlot, restoreDraft } from "@/lib/drafts/draft-storage";
import { type DraftFields, fingerprint } from "@/lib/drafts/fingerprint";
import { toDraftFields } from "@/lib/drafts/form-values";
import { isOutageCode } from "@/lib/errors/outage-code";
import type { FormFailure } from "@/lib/forms/form-state";

export type OpenConflict = ConflictingAnswer & { message: string };

const FIELDS = ["answer", "client_note", "not_applicable"];

function answerFields(form: FormData): DraftFields {
  const fields = toDraftFields(form);
  return Object.fromEntries(FIELDS.map((name) => [name, fields[name] ?? []]));
}

const textOf = (form: FormData) => JSON.stringify(answerFields(form));

type AnswerForm = {
  slot: DraftSlot;
  read: () => FormData | null;
  rendered: FormData;
  write: (fields: DraftFields) => void;
  save: (form: FormData) => Promise<AutosaveResult>;
};

/**
 * A refresh of the page does not change the version, so that the next save detects changes by other
 * users. The version changes after the user's own save, when the page shows a conflict, and when an
 * outdated draft is restored.
 */
export function createAnswerDraft({
  version: first,
  onVersion,
  onState,
  ...seams
}: {
  version: number;
  onVersion: (version: number) => void;
  onState: (state: AutosaveState<OpenConflict>) => void;
} & Pick<Parameters<typeof createAutosave>[0], "clock" | "createRetry">) {
  let version = first;
  let form: AnswerForm | undefined;
  let saved = "";
  let savedForLater: string | undefined;
  const setVersion = (next: number) => {
    version = next;
    onVersion(next);
  };
  const autosave = createAutosave<FormData, AutosaveResult, OpenConflict>({
    ...seams,
    read: () => form?.read() ?? null,
    hasChanged: (content) => textOf(content) !== saved,
    toFields: answerFields,
    fingerprint: (content) => fingerprint(answerFields(content)),
    send: async (content) => {
      content.set("version", String(version));
      const result = await form?.save(content);
      if (!result) return { ok: false, code: "network", message: "" };
      return result.ok || result.conflict ? { ok: true, data: result } : result;
    },
    isStored: (result) => result.ok,
    onSaved: (result, content) => {
      if (!result.ok && result.conflict) {
        setVersion(result.conflict.version);
        const conflict = { ...result.conflict, message: result.message };
        return { kind: "conflict", conflict };
      }
      if (result.ok) setVersion(result.version);
      saved = textOf(content);
      return { kind: "saved" };
    },
    onState,
  });

  /** Sets the version after the user's own save, so that the next save causes no conflict. */
  const adopt = (next: number) => {
    setVersion(next);
    autosave.hold(null);
  };
  const hasConflict = () => autosave.state().conflict !== null;

  return {
    ...autosave,
    adopt,
    hasConflict,
    /**
     * Restores the draft of the tab. If the tab has no draft, saves the text that the user typed
     * before the scripts ran.
     */
    open: (opened: AnswerForm) => {
      form = opened;
      const { slot, rendered } = opened;
      const shown = answerFields(rendered);
      const draft = restoreDraft(slot, shown);
      saved = textOf(rendered);
      if (draft) opened.write(draft.fields);
      // If another person replaced the stored answer, use an outdated version, so that the next
      // save reports the conflict.
      if (draft && !draft.isKnown) setVersion(Math.max(0, version - 1));
      const seen = draft?.seen ?? [fingerprint(shown)];
      autosave.start({ slot, seen, isUnsaved: draft !== undefined });
      if (!draft && autosave.isUnsaved()) autosave.touch();
    },
    failSubmission: ({ code, message, values, versions = [] }: FormFailure) => {
      autosave.resume();
      if (isOutageCode(code)) autosave.waitForServer();
      const stored = values?.version;
      if (stored === undefined) return;
      if (code !== "version_conflict") return adopt(Number(stored));
      setVersion(Number(stored));
      autosave.hold({ version: Number(stored), versions, message });
    },
    /** Waits for the running autosave, then sets the version of the submission. */
    prepare: async (submission: FormData) => {
      const hadConflict = hasConflict();
      savedForLater = submission.get("intent") === "draft" ? textOf(submission) : undefined;
      await autosave.settle();
      // A conflict may appear after the user presses the button. Keep the old version, so that the
      // submission reports the conflict.
      if (hadConflict || !hasConflict()) submission.set("version", String(version));
    },
    /** Returns whether the user changed the text after pressing “Save for later”. */
    hasTypedOn: () => {
      const content = form?.read();
      return content ? savedForLater !== undefined && textOf(content) !== savedForLater : false;
    },
    /** Returns whether closing the tab would lose text that the server has not stored. */
    wouldLose: () => autosave.isWaiting() && form?.slot.text() !== null && autosave.isUnsaved(),
  };
}

export type AnswerDraft = ReturnType<typeof createAnswerDraft>;
