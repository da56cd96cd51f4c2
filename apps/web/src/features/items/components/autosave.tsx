"use client";

import { useContext, useEffect, useRef, useState } from "react";
import { FormContext } from "@/components/forms/form-context";
import { autosaveAnswer } from "@/features/items/actions";
import type { AnswerVersion } from "@/features/items/hooks";
import { strings } from "@/features/items/strings";
import { askBeforeUnload } from "@/lib/drafts/before-unload";
import { restoreDraft } from "@/lib/drafts/draft-storage";
import { type DraftFields, fingerprint } from "@/lib/drafts/fingerprint";
import { disableRefill, readRendered } from "@/lib/drafts/form-values";
import { applySignOutPurge } from "@/lib/drafts/sign-out-purge";
import { openTabDraft } from "@/lib/drafts/tab-draft";
import { useDraftOwner } from "@/lib/drafts/use-draft-owner";
import { isOutageCode } from "@/lib/errors/problem";
import { toUnreceivedFailure } from "@/lib/forms/resilient-action";
import { createRetry } from "@/lib/http/retry";

const AFTER_LAST_KEY_MILLISECONDS = 2_000;
const FIELDS = ["answer", "client_note", "not_applicable"];

function read(form: HTMLFormElement): DraftFields {
  const data = new FormData(form);
  return Object.fromEntries(FIELDS.map((name) => [name, data.getAll(name).map(String)]));
}

/** Puts kept values back into the fields of a form. */
function write(form: HTMLFormElement, kept: DraftFields) {
  for (const field of form.elements) {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    const values = isField ? kept[field.name] : undefined;
    if (!isField || !values) continue;
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
      field.checked = values.includes(field.value);
    } else field.value = values[0] ?? "";
  }
}

/** What became of the last save; a failure in its own words. */
type Status = "idle" | "saving" | "saved" | { failure: string };

/**
 * Saves the surrounding form two seconds after the last key and when a field is left. What was not
 * saved yet is kept for this person in this tab's storage and put back after a reload; a submission
 * does not remove it, only the page that says it arrived. What failed because nothing answered is
 * saved once the server is back; until then the browser asks before the tab is closed. A draft that
 * was changed elsewhere is not written over, also by what is put back: both are shown, and saving
 * stops until a button is pressed.
 */
export function Autosave({ itemId, version }: { itemId: string; version: AnswerVersion }) {
  const anchor = useRef<HTMLParagraphElement>(null);
  const [status, setStatus] = useState<Status>("idle");
  const userId = useDraftOwner();
  const isSubmitting = useRef(false);
  const waitForReturn = useRef(() => {});
  const { failure } = useContext(FormContext);
  const { adopt, hold, isHeld, doubt, save: saveNext } = version;

  useEffect(() => {
    if (!failure) return;
    isSubmitting.current = false;
    if (isOutageCode(failure.code)) waitForReturn.current();
    const stored = failure.values?.version;
    if (stored === undefined) return;
    const { code, message, versions = [] } = failure;
    if (code === "version_conflict") hold({ version: Number(stored), versions, message });
    else adopt(Number(stored));
  }, [failure, adopt, hold]);

  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!form || !userId) return;
    disableRefill(form);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const slot = openTabDraft(userId, itemId);
    const shown = readRendered(form, read);
    const kept = restoreDraft(slot, shown);
    let saved = JSON.stringify(shown);
    // States that the server may hold by this tab's doing: the saved one, and those on their way.
    const seen = new Set(kept?.seen ?? [fingerprint(shown)]);
    const retry = createRetry(() => void save());
    let isOver = false;

    const warn = askBeforeUnload(() => {
      // Who signs out, also in another tab, leaves nothing here that could be lost.
      applySignOutPurge();
      const isKept = slot.text() !== null;
      return isKept && JSON.stringify(read(form)) !== saved;
    });
    const lose = () => {
      if (isOver) return;
      retry.wait();
      window.addEventListener("beforeunload", warn);
    };
    const goOn = () => {
      retry.rest();
      retry.succeed();
      window.removeEventListener("beforeunload", warn);
    };
    waitForReturn.current = lose;
    // When the item closes, React removes the fields, and Chrome then reports that one lost the focus.
    // A form without fields must not replace the draft.
    const hasFields = () => form.elements.namedItem("client_note") !== null;
    const keep = () => slot.store(read(form), seen);
    const willSend = () => {
      clearTimeout(timer);
      seen.add(fingerprint(read(form)));
      if (slot.text() !== null) keep();
    };
    const store = async (expectedVersion: number) => {
      const text = JSON.stringify(read(form));
      if (!hasFields() || text === saved || isHeld()) return;
      const fields = new FormData(form);
      fields.set("version", String(expectedVersion));
      willSend();
      setStatus("saving");
      const result = await autosaveAnswer(itemId, fields);
      if (!result.ok) {
        const { code, message, conflict } = result;
        if (conflict) hold({ ...conflict, message });
        if (isOutageCode(code)) lose();
        else goOn();
        return setStatus(conflict ? "idle" : { failure: message });
      }
      adopt(result.version);
      goOn();
      saved = text;
      if (JSON.stringify(read(form)) === text) slot.delete();
      setStatus("saved");
    };
    const save = async () => {
      clearTimeout(timer);
      if (!hasFields() || isSubmitting.current || isHeld()) return;
      if (JSON.stringify(read(form)) === saved) return;
      try {
        await saveNext(store);
      } catch (error) {
        const failure = toUnreceivedFailure(error);
        // The same form would be refused again, so saving waits for the next change.
        if (failure && !isOutageCode(failure.code)) return setStatus({ failure: failure.message });
        lose();
        setStatus({ failure: strings.autosave.failed });
      }
    };
    const input = () => {
      isSubmitting.current = false;
      keep();
      clearTimeout(timer);
      timer = setTimeout(save, AFTER_LAST_KEY_MILLISECONDS);
    };
    const submit = () => {
      isSubmitting.current = true;
      willSend();
    };

    if (kept) {
      write(form, kept.fields);
      if (!kept.isKnown) doubt();
      void save();
    } else if (JSON.stringify(read(form)) !== saved) input();
    form.addEventListener("input", input);
    form.addEventListener("focusout", save);
    form.addEventListener("submit", submit);
    return () => {
      clearTimeout(timer);
      isOver = true;
      goOn();
      form.removeEventListener("input", input);
      form.removeEventListener("focusout", save);
      form.removeEventListener("submit", submit);
    };
  }, [itemId, userId, adopt, hold, isHeld, doubt, saveNext]);

  return (
    <p
      ref={anchor}
      role="status"
      className="min-h-5 text-sm text-ink-muted max-sm:order-first max-sm:basis-full"
    >
      {typeof status === "object" ? status.failure : strings.autosave[status]}
    </p>
  );
}
