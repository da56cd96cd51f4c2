"use client";

import type { Route } from "next";
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { FormDateField } from "@/components/forms/date-field";
import { ErrorSummary } from "@/components/forms/error-summary";
import { FormContext, fieldId } from "@/components/forms/form-context";
import { FormTextArea, FormTextField } from "@/components/forms/form-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import type { ItemKind } from "@/features/items/types";
import type { ReminderPolicy } from "@/features/reminders/types";
import { AddItemButtons } from "@/features/requests/components/add-item-buttons";
import { DraftConflict } from "@/features/requests/components/draft-conflict";
import { ItemList } from "@/features/requests/components/item-list";
import { PlannedReminders } from "@/features/requests/components/planned-reminders";
import { RecipientFields } from "@/features/requests/components/recipient-fields";
import { SAVE_STATUS_ID, SaveStatus } from "@/features/requests/components/save-status";
import { submitDraft } from "@/features/requests/draft/actions";
import { baseText } from "@/features/requests/draft/compare";
import { useDraftContent } from "@/features/requests/draft/content";
import type { DraftStart } from "@/features/requests/draft/storage";
import { useDraftAutosave } from "@/features/requests/draft/use-draft-autosave";
import {
  applyIntent,
  BASE,
  blankItem,
  type DraftIntent,
  putBack,
} from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { KeyedItem } from "@/features/requests/types";
import { disableRefill, hasEarlyInput } from "@/lib/drafts/form-values";
import { openTabDraft } from "@/lib/drafts/tab-draft";
import { useDraftOwner } from "@/lib/drafts/use-draft-owner";
import type { FormFailure } from "@/lib/forms/form-state";
import { useResilientState } from "@/lib/forms/resilient-action";
import { useReturnedFocus } from "@/lib/forms/returned-focus";
import { randomId } from "@/lib/random-id";

const FORM_ID = "draft";

function focusField(name: string) {
  requestAnimationFrame(() => document.getElementById(fieldId(FORM_ID, name))?.focus());
}

function newKeyed(kind: ItemKind): KeyedItem {
  return { key: randomId(), item: blankItem(kind) };
}

export type DraftFormHandle = {
  version: number;
  hasUnsaved: () => boolean;
  saveEarlyInput: () => void;
};

export type Composer = {
  org: { id: string; slug: string; timeZone: string };
  userId: string;
  requestId: string;
  clientId: string;
  reminders: ReminderPolicy;
  /** When the page was rendered, in ISO 8601. */
  openedAt: string;
  contacts: readonly { id: string; name: string; email: string; status: string }[];
};

/**
 * The form of a draft. With scripts, it saves while the user types and changes the list of items
 * without a reload. Without scripts, each button posts the whole form.
 */
export function DraftForm({
  org,
  userId,
  requestId,
  clientId,
  contacts,
  reminders,
  openedAt,
  start,
  handle,
}: Composer & {
  start: DraftStart;
  handle: RefObject<DraftFormHandle | undefined>;
}) {
  useReturnedFocus();
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const {
    state,
    formAction,
    send: dispatch,
    isPending,
  } = useResilientState(submitDraft, (failure) => ({ failure, draft: null }));
  const failure = state?.failure ?? null;
  const draft = state?.draft ?? start.draft;
  const [dueOn, setDueOn] = useState(draft.dueOn);
  // Store the user's email, so that the sign-in page can fill it in after the session ends.
  useDraftOwner();
  const content = useDraftContent({ form, draft, start, onDueOn: setDueOn });
  const { items, setItems, shown, read, stamp, adopt } = content;
  const openSlot = useCallback(() => openTabDraft(userId, requestId), [userId, requestId]);
  // True after a merge whose result the user has not seen. The user must see it before sending.
  const hasNews = useRef(false);
  const onSaved = useCallback(
    (...save: Parameters<typeof adopt>) => {
      const adopted = adopt(...save);
      if (adopted.kind === "merged") hasNews.current = true;
      return adopted;
    },
    [adopt],
  );
  const autosave = useDraftAutosave({ openSlot, start, read, stamp, onSaved });
  const { receive } = autosave;
  const { conflict } = autosave.shown;
  const touch = () => {
    hasNews.current = false;
    autosave.touch();
  };
  const [told, setTold] = useState<FormFailure>();
  handle.current = {
    version: content.version(),
    hasUnsaved: () => autosave.isUnsaved() || autosave.isSaving(),
    saveEarlyInput: () => form.current && hasEarlyInput(form.current) && touch(),
  };
  useEffect(() => {
    if (form.current) disableRefill(form.current);
  }, []);

  const sent = useRef<FormData>(undefined);
  useEffect(() => {
    if (!failure) return;
    const fields = sent.current;
    sent.current = undefined;
    const { saved } = state ?? {};
    if (saved && fields) {
      setTold(failure);
      // Call `receive` outside the effect, because `receive` renders immediately.
      queueMicrotask(() => receive(saved, fields));
      return;
    }
    const first = Object.keys(failure.fieldErrors ?? {})[0];
    const field = first ? document.getElementById(fieldId(FORM_ID, first)) : null;
    (field ?? summary.current)?.focus();
  }, [failure, state, receive]);

  const change = (intent: DraftIntent) => {
    setItems((now) => applyIntent(now, intent, newKeyed));
    touch();
    const added = `items.${items.length}.title`;
    requestAnimationFrame(() => {
      // Only after this render does the form contain the added, moved or removed item.
      autosave.keep();
      if (intent.do === "add") document.getElementById(fieldId(FORM_ID, added))?.focus();
    });
  };

  const restore = (entry: KeyedItem, index: number) => {
    setItems((now) => putBack(now, entry, index));
    touch();
    requestAnimationFrame(autosave.keep);
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const intent = submitter?.getAttribute("value") ?? "save";
    await autosave.save();
    if (intent !== "send" || autosave.state().conflict) return;
    if (hasNews.current) {
      hasNews.current = false;
      document.getElementById(SAVE_STATUS_ID)?.focus();
      return;
    }
    const fields = read();
    if (!fields) return;
    fields.set("intent", intent);
    sent.current = fields;
    dispatch(fields);
  };

  const decide = (path: string, choice: "mine" | "stored") => {
    if (!conflict) return;
    content.decide(conflict, path, choice);
    const conflicts = conflict.conflicts.filter((each) => each.path !== path);
    autosave.hold(conflicts.length > 0 ? { ...conflict, conflicts } : null);
    autosave.keep();
    if (conflicts.length > 0) return;
    void autosave.save();
    focusField(content.fieldOf(path));
  };

  return (
    <FormContext value={{ formId: FORM_ID, isPending, failure }}>
      <form
        ref={form}
        action={formAction}
        onSubmit={send}
        onChange={touch}
        onBlur={() => void autosave.save()}
        noValidate
        className="flex max-w-text flex-col gap-6"
      >
        {failure && failure !== told ? (
          <ErrorSummary ref={summary} failure={failure} formId={FORM_ID} />
        ) : null}
        <input type="hidden" name="org_id" value={org.id} />
        <input type="hidden" name="org" value={org.slug} />
        <input type="hidden" name="client_id" value={clientId} />
        <input type="hidden" name="request_id" value={requestId} />
        <input type="hidden" name="version" value={state?.saved?.version ?? start.version} />
        <input
          type="hidden"
          name={BASE}
          value={baseText(state?.saved?.merge?.stored ?? start.base)}
        />
        {/* Enter presses the first button of a form, so the first button saves. */}
        <button type="submit" name="intent" value="save" hidden tabIndex={-1} aria-hidden />

        <FormTextField
          key={`title-${shown.title.no}`}
          name="title"
          label={composer.title}
          hint={composer.titleHint}
          defaultValue={shown.title.value}
          maxLength={120}
        />
        <RecipientFields
          key={`contacts-${shown.contactIds.no}`}
          contacts={contacts}
          chosen={shown.contactIds.value}
          addHref={`/o/${org.slug}/clients/${clientId}` as Route}
        />
        <FormDateField
          key={`due-${shown.dueOn.no}`}
          name="due_on"
          label={composer.due}
          hint={composer.dueHint}
          defaultValue={shown.dueOn.value ?? ""}
          onValueChange={(date) => setDueOn(date || null)}
        />
        <PlannedReminders
          policy={reminders}
          sentAt={openedAt}
          dueOn={dueOn}
          timeZone={org.timeZone}
        />
        <FormTextArea
          key={`message-${shown.message.no}`}
          name="message"
          label={composer.message}
          hint={composer.messageHint}
          defaultValue={shown.message.value}
          maxLength={2_000}
          optional
        />

        <section aria-labelledby="items-heading" className="flex flex-col gap-4">
          <div id={fieldId(FORM_ID, "items")} tabIndex={-1}>
            <h2 id="items-heading" className="text-lg font-heading">
              {composer.items}
            </h2>
            <p className="text-sm text-ink-muted">
              {items.length === 0 ? composer.noItems : composer.itemsHint}
            </p>
          </div>
          <ItemList items={items} onChange={change} onPutBack={restore} />
          <AddItemButtons items={items} onAdd={(kind) => change({ do: "add", kind })} />
        </section>

        <div
          data-action-bar
          className="sticky bottom-(--bottom-bar) -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:px-0"
        >
          {conflict ? (
            <DraftConflict
              merge={conflict}
              onKeep={(path) => decide(path, "mine")}
              onTake={(path) => decide(path, "stored")}
            />
          ) : null}
          <SubmitButton name="intent" value="send">
            {composer.send}
          </SubmitButton>
          <SubmitButton name="intent" value="save" variant="secondary">
            {composer.save}
          </SubmitButton>
          <SaveStatus state={autosave.shown} />
        </div>
      </form>
    </FormContext>
  );
}
