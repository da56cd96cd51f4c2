import { BellRing } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { ViewerZoneField } from "@/components/forms/viewer-zone";
import { remindNow } from "@/features/requests/actions";
import { NextPossible } from "@/features/requests/components/next-possible";
import { recipients as strings } from "@/features/requests/strings";
import type { ReminderPlan, Request } from "@/features/requests/types";
import { formatDateTime } from "@/lib/format/format";

export function Reminders({
  request,
  plan,
  timeZone,
}: {
  request: Request;
  plan: ReminderPlan;
  timeZone: string;
}) {
  const planned = plan.nextAt
    ? strings.nextReminder(formatDateTime(plan.nextAt, { timeZone }))
    : strings.noReminder;
  return (
    <div className="mt-5">
      <p className="mb-2 text-sm text-ink-muted">
        {request.remindersPaused ? strings.paused : planned}
      </p>
      <Form action={remindNow} id="remind">
        <input type="hidden" name="request_id" value={request.id} />
        <ViewerZoneField />
        {plan.manualFrom ? (
          <NextPossible at={plan.manualFrom} timeZone={timeZone} readAt={Date.now()} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <SubmitButton variant="secondary" size="sm" className="min-h-11">
              <BellRing aria-hidden className="size-4" />
              {strings.remind}
            </SubmitButton>
          </div>
        )}
        <FormSaved />
      </Form>
    </div>
  );
}
