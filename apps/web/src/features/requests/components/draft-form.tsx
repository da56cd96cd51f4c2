"use client";

import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { ErrorSummary } from "@/components/forms/error-summary";
import { FormTextArea } from "@/components/forms/form-fields";
import { TitleField } from "@/components/forms/title-field";
import { EditorFrame } from "@/components/ui/editor-frame";
import type { Contact } from "@/features/clients/types";
import type { ReminderPolicy } from "@/features/reminders/types";
import { ContactPreview, type PreviewFirm } from "@/features/requests/components/contact-preview";
import { DraftConflict } from "@/features/requests/components/draft-conflict";
import { DraftHeader } from "@/features/requests/components/draft-header";
import { DraftProperties } from "@/features/requests/components/draft-properties";
import { ItemsSection } from "@/features/requests/components/items-section";
import { SAVE_STATUS_ID } from "@/features/requests/components/save-status";
import { submitDraft } from "@/features/requests/draft/actions";
import { baseText } from "@/features/requests/draft/clean";
import { useExpandedItem } from "@/features/requests/draft/expanded-item";
import { focusNewItem } from "@/features/requests/draft/focus-new-item";
import {
  addedIndex,
  applyIntent,
  type DraftIntent,
  putBack,
} from "@/features/requests/draft/intent";
import { useLiveValues } from "@/features/requests/draft/live-values";
import { newItem } from "@/features/requests/draft/new-item";
import type { DraftStart } from "@/features/requests/draft/storage";
import { useDraftAutosave } from "@/features/requests/draft/use-draft-autosave";
import { useDraftContent } from "@/features/requests/draft/use-draft-content";
import { useItemErrors } from "@/features/requests/draft/use-item-errors";
import { BASE, findProblems, readDraft } from "@/features/requests/schema";
import { composer } from "@/features/requests/strings";
import type { Assignee, KeyedItem } from "@/features/requests/types";
import { disableRefill, isChanged } from "@/lib/drafts/form-values";
import { openTabDraft } from "@/lib/drafts/tab-draft";
import { useDraftOwner } from "@/lib/drafts/use-draft-owner";
import { dateInZone } from "@/lib/format/format";
import { isOneField, showFailure } from "@/lib/forms/failure-focus";
import { FormContext, fieldId } from "@/lib/forms/form-context";
import type { FormFailure } from "@/lib/forms/form-state";
import { openAround } from "@/lib/forms/open-sections";
import { useResilientState } from "@/lib/forms/resilient-action";
import { useReturnedFocus } from "@/lib/forms/returned-focus";
import { randomId } from "@/lib/ids/random-id";

const FORM_ID = "draft";

const readTyped = (form: HTMLFormElement) => readDraft(new FormData(form));

function focusField(name: string) {
  requestAnimationFrame(() => {
    const field = document.getElementById(fieldId(FORM_ID, name));
    if (field) openAround(field);
    field?.focus();
  });
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
  client: { id: string; name: string; ref: string | null };
  firm: PreviewFirm;
  reminders: ReminderPolicy;
  openedAt: string;
  contacts: readonly Contact[];
  assignees: readonly Assignee[];
  children: ReactNode;
};

export function DraftForm({
  org,
  userId,
  requestId,
  client,
  firm,
  contacts,
  assignees,
  reminders,
  openedAt,
  start,
  handle,
  children,
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
  // Store the user's email, so that the sign-in page can fill it in after the session ends.
  useDraftOwner();
  const content = useDraftContent({ form, draft, start });
  const { items, setItems, shown, read, stamp, adopt } = content;
  const open = useExpandedItem(items, Object.keys(failure?.fieldErrors ?? {}));
  const { live, onType } = useLiveValues({
    element: form,
    read: readTyped,
    initial: draft,
    content: [items, shown],
  });
  const today = dateInZone(new Date(openedAt), org.timeZone);
  const openSlot = useCallback(() => openTabDraft(userId, requestId), [userId, requestId]);
  // True after a merge that the user has not seen. The next attempt to send then only shows the
  // result of the merge.
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
  const [handled, setHandled] = useState<FormFailure>();
  handle.current = {
    version: content.version(),
    hasUnsaved: () => autosave.isUnsaved() || autosave.isSaving(),
    saveEarlyInput: () => form.current && isChanged(form.current) && touch(),
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
      setHandled(failure);
      // Call `receive` after the effect, because `receive` renders synchronously.
      queueMicrotask(() => receive(saved, fields));
      return;
    }
    showFailure(FORM_ID, failure, summary.current);
  }, [failure, state, receive]);

  const change = (intent: DraftIntent) => {
    const next = applyIntent(items, intent, (add, index) => ({
      key: randomId(),
      item: newItem(live.items, add, index),
    }));
    setItems(next);
    touch();
    if (intent.do === "add") open.set(next[addedIndex(items, intent)]);
    requestAnimationFrame(() => {
      // Wait for the render, which adds, moves or removes the item in the form.
      autosave.keep();
      if (intent.do === "add") focusNewItem(FORM_ID, addedIndex(items, intent), intent);
    });
  };

  const restore = (entries: readonly KeyedItem[], index: number) => {
    setItems((now) => putBack(now, entries, index));
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
    errors.onSend(content.keysIn(fields));
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

  const errors = useItemErrors({
    failure,
    sent: state?.draft ?? null,
    live,
    keys: items.map(({ key }) => key),
    findProblems: (draft) => findProblems(draft, today),
  });
  const reader = contacts.find(({ id }) => live.contactIds.includes(id))?.name.split(" ")[0];
  return (
    <FormContext
      value={{ formId: FORM_ID, isPending, failure: errors.failure, resolved: errors.resolved }}
    >
      <DraftHeader
        orgSlug={org.slug}
        formId={FORM_ID}
        saveState={autosave.shown}
        contactCount={live.contactIds.length}
      />
      <EditorFrame
        title={composer.preview}
        reader={reader ? composer.seenBy(reader) : composer.seenByClient}
        preview={
          <ContactPreview
            firm={firm}
            clientName={client.name}
            content={live}
            now={openedAt}
            edited={open.index}
          />
        }
      >
        <form
          id={FORM_ID}
          ref={form}
          action={formAction}
          onSubmit={send}
          onChange={(event) => {
            touch();
            onType(event);
          }}
          onBlur={() => void autosave.save()}
          noValidate
          className="flex flex-col gap-6"
        >
          {errors.failure && failure !== handled && !isOneField(errors.failure) ? (
            <ErrorSummary ref={summary} failure={errors.failure} formId={FORM_ID} />
          ) : null}
          <input type="hidden" name="org_id" value={org.id} />
          <input type="hidden" name="org" value={org.slug} />
          <input type="hidden" name="time_zone" value={org.timeZone} />
          <input type="hidden" name="client_id" value={client.id} />
          <input type="hidden" name="request_id" value={requestId} />
          <input type="hidden" name="version" value={state?.saved?.version ?? start.version} />
          <input
            type="hidden"
            name={BASE}
            value={baseText(state?.saved?.merge?.stored ?? start.base)}
          />
          <TitleField
            key={`title-${shown.title.no}`}
            name="title"
            label={composer.title}
            heading={live.title.trim() || composer.newTitle}
            placeholder={composer.titleHint}
            defaultValue={shown.title.value}
            maxLength={120}
          />
          <DraftProperties
            org={org}
            client={client}
            contacts={contacts}
            assignees={assignees}
            reminders={reminders}
            openedAt={openedAt}
            shown={shown}
            dueOn={live.dueOn}
          />
          <FormTextArea
            key={`message-${shown.message.no}`}
            name="message"
            label={composer.message}
            hint={composer.messageHint}
            defaultValue={shown.message.value}
            maxLength={2_000}
            className="min-h-20"
            optional
          />
          <ItemsSection
            items={items}
            typed={live.items}
            open={open}
            onChange={change}
            onPutBack={restore}
          />
          {conflict ? (
            <div className="sticky bottom-4 z-10 max-md:bottom-20">
              <DraftConflict
                merge={conflict}
                onKeep={(path) => decide(path, "mine")}
                onTake={(path) => decide(path, "stored")}
              />
            </div>
          ) : null}
        </form>
        {children}
      </EditorFrame>
    </FormContext>
  );
}
