"use server";

import { getAuditEvent, readNames, verifyAuditPage } from "@/features/audit/queries";
import { verifyAuditSchema } from "@/features/audit/schema";
import { sentenceOf, strings } from "@/features/audit/strings";
import type { BrokenEvent, Verification } from "@/features/audit/types";
import { findManagedOrg } from "@/features/orgs/loaders";
import { notFoundFailure } from "@/lib/errors/app-error";
import { formatDateTime } from "@/lib/format/format";
import { formAction } from "@/lib/forms/form-action.server";
import type { FormState } from "@/lib/forms/form-state";

/**
 * Verifies one page of events. The form calls the action again until the last event or the first
 * broken event.
 */
export const verifyAudit = formAction({
  schema: verifyAuditSchema,
  run: async ({ backend: { db }, form, data, fail }): Promise<FormState<Verification>> => {
    const { after, checked } = data;
    const org = await findManagedOrg(data.org);
    if (!org) return notFoundFailure(form);
    try {
      const page = await verifyAuditPage(db, { orgId: org.id, after });
      let broken: BrokenEvent | null = null;
      if (page.broken) {
        const event = await getAuditEvent(db, { orgId: org.id, id: page.broken.id });
        const names = event ? await readNames(db, { orgId: org.id, events: [event] }) : null;
        const description =
          event && names
            ? `${formatDateTime(event.at, { timeZone: org.timeZone, nameZone: true })}: ${sentenceOf(event, names)}`
            : strings.verify.gone;
        broken = { ...page.broken, description };
      }
      const verification = {
        checked: checked + page.checked,
        lastId: page.lastId,
        isDone: page.done,
        broken,
      };
      return { ok: true, data: verification };
    } catch (error) {
      return fail(error);
    }
  },
});
