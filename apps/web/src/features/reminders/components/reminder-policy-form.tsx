"use client";

import { type FormEvent, useState } from "react";
import { Form } from "@/components/forms/form";
import { FormDrafts } from "@/components/forms/form-draft";
import { FormSaved } from "@/components/forms/form-saved";
import { FormTextField } from "@/components/forms/form-text-field";
import { SubmitButton } from "@/components/forms/submit-button";
import { SectionColumns } from "@/components/ui/sectioned-page";
import { saveReminderPolicy } from "@/features/reminders/actions";
import { ReminderPreview } from "@/features/reminders/components/reminder-preview";
import { reminderPolicySchema } from "@/features/reminders/schema";
import { strings } from "@/features/reminders/strings";
import type { PlannedRequest, ReminderPolicy } from "@/features/reminders/types";
import { formatDate } from "@/lib/format/format";

function readPolicy(form: HTMLFormElement): ReminderPolicy | null {
  const { data } = reminderPolicySchema.safeParse(Object.fromEntries(new FormData(form)));
  return data ?? null;
}

const join = (days: readonly number[]) => days.map(Math.abs).join(", ");

export function ReminderPolicyForm({
  orgId,
  policy,
  example,
}: {
  orgId: string;
  policy: ReminderPolicy;
  example: PlannedRequest;
}) {
  const [shown, setShown] = useState<ReminderPolicy | null>(policy);
  const show = (event: FormEvent<HTMLDivElement>) => {
    const form = event.currentTarget.querySelector("form");
    if (form) setShown(readPolicy(form));
  };
  return (
    <div onInput={show}>
      <SectionColumns
        aside={
          <>
            <section aria-labelledby="preview">
              <h3 id="preview" className="mb-2 font-semibold">
                {strings.preview}
              </h3>
              <div className="rounded-lg border border-line px-4 pt-4 pb-2 text-sm text-ink">
                {shown ? (
                  <p className="mb-1 text-ink-muted">
                    {strings.previewLead(formatDate(example.dueOn))}
                  </p>
                ) : null}
                <ReminderPreview policy={shown} request={example} />
              </div>
            </section>
            <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5">
              {strings.rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </>
        }
      >
        <FormDrafts>
          <Form action={saveReminderPolicy} id="reminders" label={strings.plan}>
            <input type="hidden" name="org_id" value={orgId} />
            <FormTextField
              name="reminder_days"
              label={strings.before}
              hint={strings.beforeHint}
              defaultValue={join(policy.days.filter((day) => day <= 0))}
              inputMode="text"
              autoComplete="off"
              maxLength={40}
              className="max-w-50"
            />
            <FormTextField
              name="days_after"
              label={strings.after}
              hint={strings.afterHint}
              defaultValue={join(policy.days.filter((day) => day > 0))}
              autoComplete="off"
              maxLength={40}
              className="max-w-50"
            />
            <FormTextField
              name="reminder_every"
              label={strings.every}
              hint={strings.everyHint}
              defaultValue={policy.every}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              className="max-w-50"
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <SubmitButton>{strings.save}</SubmitButton>
              <FormSaved />
            </div>
          </Form>
        </FormDrafts>
      </SectionColumns>
    </div>
  );
}
