import "server-only";
import type { ActionContext, GuestActionContext } from "@dossier/backend-client/next";
import type { Database } from "@dossier/supabase/database.types";
import { refresh } from "next/cache";
import type { z } from "zod";
import { action, guestAction } from "@/lib/backend/backend.server";
import { errorFailure } from "@/lib/errors/app-error";
import {
  type ContentFormDefinition,
  contentFormHandler,
  type FormArguments,
  type FormDefinition,
  formHandler,
  formOf,
} from "@/lib/forms/form-handler";
import type { FormSuccess } from "@/lib/forms/form-state";

export function formAction<S extends z.ZodType, Bound extends unknown[], T>(
  definition: FormDefinition<ActionContext<Database>, S, Bound, T>,
) {
  return action(formHandler(definition), {
    onUnavailable: (error, ...args: FormArguments<Bound>) => errorFailure(formOf(args), error),
  });
}

export function contentFormAction<Data, Bound extends unknown[], State>(
  definition: ContentFormDefinition<ActionContext<Database>, Data, Bound, State>,
) {
  return action(contentFormHandler(definition), {
    onUnavailable: (error, ...args: FormArguments<Bound>) =>
      definition.keepInput(errorFailure(formOf(args), error), formOf(args)),
  });
}

export function guestFormAction<S extends z.ZodType, Bound extends unknown[], T>(
  definition: FormDefinition<GuestActionContext<Database>, S, Bound, T>,
) {
  return guestAction(formHandler(definition));
}

export function refreshed(message?: string): FormSuccess<null> {
  refresh();
  return { ok: true, data: null, message };
}
