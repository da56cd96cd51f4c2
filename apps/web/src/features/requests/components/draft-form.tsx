"use client";

import type { Route } from "next";
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { FormDateField } from "@/components/forms/date-field";
import { ErrorSummary } from "@/components/forms/error-summary";
import { FormContext, fieldId } from "@/components/forms/form-context";
import { FormTextArea, FormTextField } from "@/components/forms/form-fields";
import { useKeptState } from "@/components/forms/kept-action";
import { refuseRefill, wasChanged } from "@/components/forms/kept-fields";
import { useReturnedFocus } from "@/components/forms/returned-focus";
import { SubmitButton } from "@/components/forms/submit-button";
import type { ItemKind } from "@/features/items/types";
import type { ReminderPolicy } from "@/features/reminders/types";
import { submitDraft } from "@/features/requests/actions";
import { AddItemButtons } from "@/features/requests/components/add-item-buttons";
import { CONFLICT_ID, DraftConflict } from "@/features/requests/components/draft-conflict";
import { ItemList, type KeyedItem } from "@/features/requests/components/item-list";
import type { Beginning } from "@/features/requests/components/kept-words";
import { PlannedReminders } from "@/features/requests/components/planned-reminders";
import { RecipientFields } from "@/features/requests/components/recipient-fields";
import { SaveStatus } from "@/features/requests/components/save-status";
import { toHeld, useAutosave } from "@/features/requests/hooks";
import { applyIntent, blankItem, type DraftIntent, putBack } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { DraftSaved } from "@/features/requests/types";
import type { FormFailure } from "@/lib/form-state";
import { randomId } from "@/lib/random-id";

const FORM_ID = "draft";

function newKeyed(kind: ItemKind): KeyedItem {
  return { key: randomId(), item: blankItem(kind) };
}

/** Puts the focus to the first field, where what had it is gone. */
export function focusTitle() {
  requestAnimationFrame(() => document.getElementById(fieldId(FORM_ID, "title"))?.focus());
}

/** What the form tells about itself. */
export type Standing = {
  version: number;
  hasUnsaved: () => boolean;
  /** Saves what was typed before the page's scripts ran. */
  saveTyped: () => void;
};

/** What the composer is given. */
export type Composer = {
  org: { id: string; slug: string; timeZone: string };
  /** Whose words are kept in this tab until they are stored. */
  storageKey: string;
  requestId: string;
  clientId: string;
  reminders: ReminderPolicy;
  /** When the page was made, ISO. */
  openedAt: string;
  contacts: readonly { id: string; name: string; email: string; status: string }[];
};

/**
 * The fields of a draft. With scripts it saves as one types and adds, moves and removes items in
 * place; without, each of its buttons posts the whole form and comes back.
 */
export function DraftForm({
  org,
  storageKey,
  requestId,
  clientId,
  contacts,
  reminders,
  openedAt,
  beginning,
  standing,
  onTakeStored,
}: Composer & {
  beginning: Beginning;
  standing: RefObject<Standing | undefined>;
  /** Asks for what is stored now, in place of what stands here. */
  onTakeStored: () => void;
}) {
  useReturnedFocus();
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const {
    state,
    formAction,
    send: dispatch,
    isPending,
  } = useKeptState(submitDraft, (failure) => ({ failure, draft: null }));
  const failure = state?.failure ?? null;
  const draft = state?.draft ?? beginning.draft;
  const [dueOn, setDueOn] = useState(draft.dueOn);
  const [version, setVersion] = useState(beginning.version);
  const [items, setItems] = useState<KeyedItem[]>(() =>
    draft.items.map((item, index) => ({ key: item.id ?? `typed-${index}`, item })),
  );
  const latest = useRef({ version, items });
  latest.current = { version, items };
  const keysOf = useRef(new WeakMap<FormData, string[]>());
  const [told, setTold] = useState<FormFailure>();

  // The page may not show yet which version and ids the last save gave.
  const stamp = useCallback((fields: FormData) => {
    fields.set("version", String(latest.current.version));
    for (const [index, { item }] of latest.current.items.entries()) {
      fields.set(`items.${index}.id`, item.id ?? "");
    }
    return fields;
  }, []);
  const read = useCallback(() => {
    if (!form.current) return null;
    const fields = stamp(new FormData(form.current));
    keysOf.current.set(
      fields,
      latest.current.items.map(({ key }) => key),
    );
    return fields;
  }, [stamp]);
  const adopt = useCallback((saved: DraftSaved, fields: FormData) => {
    const keys = keysOf.current.get(fields) ?? [];
    const idOf = new Map(keys.map((key, index) => [key, saved.itemIds[index]]));
    const withIds = (now: KeyedItem[]) =>
      now.map((entry) => ({
        ...entry,
        item: { ...entry.item, id: idOf.get(entry.key) ?? entry.item.id },
      }));
    latest.current = { version: saved.version, items: withIds(latest.current.items) };
    setVersion(saved.version);
    setItems(withIds);
  }, []);
  const autosave = useAutosave({ storageKey, beginning, read, stamp, onSaved: adopt });
  const { held, hold } = autosave;
  standing.current = {
    version: latest.current.version,
    hasUnsaved: autosave.hasUnsaved,
    saveTyped: () => form.current && wasChanged(form.current) && autosave.touch(),
  };
  useEffect(() => {
    if (form.current) refuseRefill(form.current);
  }, []);

  const showConflict = useCallback(
    () => requestAnimationFrame(() => document.getElementById(CONFLICT_ID)?.focus()),
    [],
  );
  useEffect(() => {
    if (!failure) return;
    const conflict = toHeld(failure);
    if (conflict) {
      hold(conflict);
      setTold(failure);
      showConflict();
      return;
    }
    const first = Object.keys(failure.fieldErrors ?? {})[0];
    const field = first ? document.getElementById(fieldId(FORM_ID, first)) : null;
    (field ?? summary.current)?.focus();
  }, [failure, hold, showConflict]);

  const change = (intent: DraftIntent) => {
    setItems((now) => applyIntent(now, intent, newKeyed));
    autosave.touch();
    const added = `items.${latest.current.items.length}.title`;
    requestAnimationFrame(() => {
      // What was added, moved or removed stands in the form only now.
      autosave.keep();
      if (intent.do === "add") document.getElementById(fieldId(FORM_ID, added))?.focus();
    });
  };

  const restore = (entry: KeyedItem, index: number) => {
    setItems((now) => putBack(now, entry, index));
    autosave.touch();
    requestAnimationFrame(autosave.keep);
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const intent = submitter?.getAttribute("value") ?? "save";
    await autosave.save();
    if (autosave.isHeld()) return showConflict();
    if (intent !== "send") return;
    const fields = read();
    fields?.set("intent", intent);
    if (fields) dispatch(fields);
  };

  const keepMine = async () => {
    await autosave.save();
    if (!autosave.isHeld()) focusTitle();
  };
  const takeStored = () => {
    autosave.drop();
    onTakeStored();
  };

  return (
    <FormContext value={{ formId: FORM_ID, isPending, failure }}>
      <form
        ref={form}
        action={formAction}
        onSubmit={send}
        onChange={autosave.touch}
        onBlur={() => void autosave.settle()}
        noValidate
        className="flex max-w-text flex-col gap-6"
      >
        {failure && failure !== told ? (
          <ErrorSummary ref={summary} failure={failure} formId={FORM_ID} />
        ) : null}
        {held ? <DraftConflict held={held} onKeep={keepMine} onTake={takeStored} /> : null}
        <input type="hidden" name="org_id" value={org.id} />
        <input type="hidden" name="org" value={org.slug} />
        <input type="hidden" name="client_id" value={clientId} />
        <input type="hidden" name="request_id" value={requestId} />
        <input type="hidden" name="version" value={failure?.values?.version ?? version} />
        {/* Enter in a field saves: the first button of a form is the one that Enter presses. */}
        <button type="submit" name="intent" value="save" hidden tabIndex={-1} aria-hidden />

        <FormTextField
          name="title"
          label={composer.title}
          hint={composer.titleHint}
          defaultValue={draft.title}
          maxLength={120}
        />
        <RecipientFields
          contacts={contacts}
          chosen={draft.contactIds}
          addHref={`/o/${org.slug}/clients/${clientId}` as Route}
        />
        <FormDateField
          name="due_on"
          label={composer.due}
          hint={composer.dueHint}
          defaultValue={draft.dueOn ?? ""}
          onValueChange={(date) => setDueOn(date || null)}
        />
        <PlannedReminders
          policy={reminders}
          sentAt={openedAt}
          dueOn={dueOn}
          timeZone={org.timeZone}
        />
        <FormTextArea
          name="message"
          label={composer.message}
          hint={composer.messageHint}
          defaultValue={draft.message}
          maxLength={2_000}
          optional
        />

        <section aria-labelledby="items-heading" className="flex flex-col gap-4">
          <div id={fieldId(FORM_ID, "items")} tabIndex={-1}>
            <h2 id="items-heading" className="text-lg font-semibold">
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
          className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-canvas px-4 py-3 sm:mx-0 sm:px-0"
        >
          <SubmitButton name="intent" value="send">
            {composer.send}
          </SubmitButton>
          <SubmitButton name="intent" value="save" variant="secondary">
            {composer.save}
          </SubmitButton>
          <SaveStatus state={autosave.state} message={autosave.message} />
        </div>
      </form>
    </FormContext>
  );
}
