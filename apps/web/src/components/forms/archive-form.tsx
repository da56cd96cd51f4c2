"use client";

import { type ReactNode, useRef } from "react";
import { Form, type FormAction } from "@/components/forms/form";
import { showProblem } from "@/components/live/problem-strip";
import { strings, archive as texts } from "@/components/strings";
import { useToast } from "@/components/ui/toast";
import { isOutageCode } from "@/lib/errors/outage-code";

let latest: { record: string; close: () => void } | null = null;

export function ArchiveForm({
  action,
  id,
  fields,
  isArchived,
  name,
  onDone,
  children,
}: {
  /** Must read the form field `archived`, which is `true` or `false`. */
  action: FormAction;
  id: string;
  fields: Readonly<Record<string, string>>;
  isArchived: boolean;
  name: string;
  onDone?: (() => void) | undefined;
  children: ReactNode;
}) {
  const show = useToast();
  const isArchiving = useRef(false);
  const restore = async () => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set("archived", "false");
    const state = await action(null, form).catch(() => null);
    if (state?.ok) return;
    if (state && !isOutageCode(state.code)) {
      showProblem({ message: texts.notRestored(name, state.message) });
      return;
    }
    // The record may or may not have been restored, so offer a retry.
    showProblem({ message: texts.unknown(name), retry: () => void restore() });
  };
  return (
    <Form
      action={action}
      id={id}
      className="gap-2"
      prepare={async (form) => {
        isArchiving.current = form.get("archived") === "true";
      }}
      onAnswer={(answer) => {
        if (!answer?.ok) return;
        onDone?.();
        const record = Object.values(fields).join();
        if (!isArchiving.current) {
          if (latest?.record !== record) return;
          latest.close();
          // Remove the message of an earlier failed attempt to restore the record.
          showProblem(null);
          return;
        }
        const close = show({
          title: texts.archived(name),
          action: { label: strings.undo, run: () => void restore() },
        });
        latest = { record, close };
      }}
    >
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <input type="hidden" name="archived" value={String(!isArchived)} />
      {children}
    </Form>
  );
}
