import type { Metadata } from "next";
import { guarded } from "@/app/_components/guarded";
import { SectionHeader } from "@/components/ui/section-header";
import { loadOrgSettings } from "@/features/orgs/loaders";
import { ReminderPolicyForm } from "@/features/reminders/components/reminder-policy-form";
import { strings } from "@/features/reminders/strings";
import { DAY_MS } from "@/lib/format/durations";
import { dateInZone } from "@/lib/format/format";

export const metadata: Metadata = { title: strings.title };

const DUE_IN_MS = 14 * DAY_MS;

export default guarded(async function RemindersPage({
  params,
}: PageProps<"/o/[org]/settings/reminders">) {
  const org = await loadOrgSettings((await params).org);
  const now = new Date();
  const due = new Date(now.getTime() + DUE_IN_MS);
  return (
    <>
      <SectionHeader title={strings.title} lead={strings.lead} />
      <ReminderPolicyForm
        orgId={org.id}
        policy={{ days: org.reminderDays, every: org.reminderEvery }}
        example={{
          sentAt: now.toISOString(),
          dueOn: dateInZone(due, org.timeZone),
          timeZone: org.timeZone,
        }}
      />
    </>
  );
});
