"use client";

import type { Route } from "next";
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { FormDateField } from "@/components/forms/date-field";
import { ErrorSummary } from "@/components/forms/error-summary";
import { FormContext, fieldId } from "@/components/forms/form-context";
import { FormTextArea, FormTextField } from "@/components/forms/form-fields";
import { useKeptAction } from "@/components/forms/kept-action";
import { useReturnedFocus } from "@/components/forms/returned-focus";
import { SubmitButton } from "@/components/forms/submit-button";
import type { ItemKind } from "@/features/items/types";
import type { ReminderPolicy } from "@/features/reminders/types";
import { type DraftSaved, submitDraft } from "@/features/requests/actions";
import { AddItemButtons } from "@/features/requests/components/add-item-buttons";
import { ItemList, type KeyedItem } from "@/features/requests/components/item-list";
import { PlannedReminders } from "@/features/requests/components/planned-reminders";
import { RecipientFields } from "@/features/requests/components/recipient-fields";
import { SaveStatus } from "@/features/requests/components/save-status";
import { useAutosave } from "@/features/requests/hooks";
import { applyIntent, blankItem, type DraftIntent } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { Request } from "@/features/requests/types";

const FORM_ID = "draft";

function newKeyed(kind: ItemKind): KeyedItem {
  return { key: crypto.randomUUID(), item: blankItem(kind) };
}

type Editor = {
  org: { id: string; slug: string; timeZone: string };
  request: Request;
  reminders: ReminderPolicy;
  /** `YYYY-MM-DD` in the firm's zone. */
  today: string;
  contacts: readonly { id: string; name: string; email: string; status: string }[];
};

/** What the form tells about itself. */
type Standing = { version: number; hasUnsaved: () => boolean };

/**
 * The composer of a draft. With scripts it saves as one types and adds, moves and removes items in
 * place; without, each of its buttons posts the whole form and comes back.
 */
export function DraftEditor({ request, ...rest }: Editor) {
  const [shown, setShown] = useState(request);
  const standing = useRef<Standing>(undefined);
  // Back may show the page as it was before the last save; what is stored comes right after.
  useEffect(() => {
    const { version, hasUnsaved } = standing.current ?? {};
    if (version === undefined || request.version <= version || hasUnsaved?.()) return;
    setShown(request);
  }, [request]);
  return <DraftForm key={shown.version} {...rest} request={shown} standing={standing} />;
}

function DraftForm({
  org,
  request,
  contacts,
  reminders,
  today,
  standing,
}: Editor & { standing: RefObject<Standing | undefined> }) {
  useReturnedFocus();
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const [dueOn, setDueOn] = useState(request.dueOn);
  const [version, setVersion] = useState(request.version);
  const [items, setItems] = useState<KeyedItem[]>(() =>
    request.items.map((item) => ({ key: item.id, item })),
  );
  const latest = useRef({ version, items });
  latest.current = { version, items };
  const keysOfSave = useRef<string[]>([]);

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
    keysOfSave.current = latest.current.items.map(({ key }) => key);
    return stamp(new FormData(form.current));
  }, [stamp]);
  const adopt = useCallback((saved: DraftSaved) => {
    const idOf = new Map(keysOfSave.current.map((key, index) => [key, saved.itemIds[index]]));
    const withIds = (now: KeyedItem[]) =>
      now.map((entry) => ({
        ...entry,
        item: { ...entry.item, id: idOf.get(entry.key) ?? entry.item.id },
      }));
    latest.current = { version: saved.version, items: withIds(latest.current.items) };
    setVersion(saved.version);
    setItems(withIds);
  }, []);
  const autosave = useAutosave({ read, stamp, onSaved: adopt });
  standing.current = { version: latest.current.version, hasUnsaved: autosave.hasUnsaved };

  const { state, formAction, send: dispatch, isPending } = useKeptAction(submitDraft);
  const failure = state && !state.ok ? state : null;
  useEffect(() => {
    if (!failure) return;
    const first = Object.keys(failure.fieldErrors ?? {})[0];
    const field = first ? document.getElementById(fieldId(FORM_ID, first)) : null;
    (field ?? summary.current)?.focus();
  }, [failure]);

  const change = (intent: DraftIntent) => {
    setItems((now) => applyIntent(now, intent, newKeyed));
    autosave.touch();
    if (intent.do === "add") {
      const name = `items.${latest.current.items.length}.title`;
      requestAnimationFrame(() => document.getElementById(fieldId(FORM_ID, name))?.focus());
    }
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const intent = submitter?.getAttribute("value") ?? "save";
    await autosave.settle();
    if (intent !== "send") return;
    const fields = read();
    fields?.set("intent", intent);
    if (fields) dispatch(fields);
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
        {failure ? <ErrorSummary ref={summary} failure={failure} formId={FORM_ID} /> : null}
        <input type="hidden" name="org_id" value={org.id} />
        <input type="hidden" name="org" value={org.slug} />
        <input type="hidden" name="client_id" value={request.client.id} />
        <input type="hidden" name="request_id" value={request.id} />
        <input type="hidden" name="version" value={version} />
        {/* Enter in a field saves: the first button of a form is the one that Enter presses. */}
        <button type="submit" name="intent" value="save" hidden tabIndex={-1} aria-hidden />

        <FormTextField
          name="title"
          label={composer.title}
          hint={composer.titleHint}
          defaultValue={request.title}
          maxLength={120}
        />
        <RecipientFields
          contacts={contacts}
          chosen={request.recipients.map(({ contactId }) => contactId)}
          addHref={`/o/${org.slug}/clients/${request.client.id}` as Route}
        />
        <FormDateField
          name="due_on"
          label={composer.due}
          hint={composer.dueHint}
          defaultValue={request.dueOn ?? ""}
          onValueChange={(date) => setDueOn(date || null)}
        />
        <PlannedReminders policy={reminders} today={today} dueOn={dueOn} timeZone={org.timeZone} />
        <FormTextArea
          name="message"
          label={composer.message}
          hint={composer.messageHint}
          defaultValue={request.message}
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
          <ItemList items={items} onChange={change} />
          <AddItemButtons onAdd={(kind) => change({ do: "add", kind })} />
        </section>

        <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-canvas px-4 py-3 sm:mx-0 sm:px-0">
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
