"use server";

import { sentenceOf } from "@/features/audit/permissions";
import { getAuditEvent, readNames, verifyAuditPage } from "@/features/audit/queries";
import { verifySchema } from "@/features/audit/schema";
import { strings } from "@/features/audit/strings";
import type { BrokenEvent, Verification } from "@/features/audit/types";
import { findManagedOrg } from "@/features/orgs/loaders";
import { action } from "@/lib/backend/backend.server";
import { keepInput, notFoundFailure, problemFailure } from "@/lib/errors/problem";
import { formatDateTime } from "@/lib/format/format";
import { type FormState, parseForm } from "@/lib/forms/form-state";

/** Verifies the next 10,000 events; the form is sent again until all are done or one is broken. */
export const verifyAudit = action(
  async (
    { backend: { db } },
    _state: FormState<Verification>,
    form: FormData,
  ): Promise<FormState<Verification>> => {
    const parsed = parseForm(verifySchema, form);
    if (!parsed.ok) return parsed;
    const { after, checked } = parsed.data;
    const org = await findManagedOrg(parsed.data.org);
    if (!org) return notFoundFailure(form);
    try {
      const page = await verifyAuditPage(db, { orgId: org.id, after });
      let broken: BrokenEvent | null = null;
      if (page.broken) {
        const event = await getAuditEvent(db, { orgId: org.id, id: page.broken.id });
        const names = event ? await readNames(db, { orgId: org.id, events: [event] }) : null;
        const description =
          event && names
            ? `${formatDateTime(event.at, { timeZone: org.timeZone })}: ${sentenceOf(event, names)}`
            : strings.verify.gone;
        broken = { ...page.broken, description };
      }
      const data = {
        checked: checked + page.checked,
        lastId: page.last_id,
        isDone: page.done,
        broken,
      };
      return { ok: true, data };
    } catch (error) {
      return problemFailure(form, error);
    }
  },
  keepInput,
);
