"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { createOrg } from "@/features/orgs/mutations";
import { createOrgSchema } from "@/features/orgs/schema";
import { action } from "@/lib/backend.server";
import { problemFailure } from "@/lib/errors";
import { type FormState, parseForm } from "@/lib/form-state";

/** Creates the firm and opens it. */
export const submitNewOrg = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(createOrgSchema, form);
    if (!parsed.ok) return parsed;
    const { error } = await createOrg(backend.db, parsed.data);
    if (error) return problemFailure(form, error, ["name", "slug", "time_zone"]);
    redirect(`/o/${parsed.data.slug}` as Route);
  },
  { onUnavailable: (error, _state, form) => problemFailure(form, error) },
);
