import type { z } from "zod";
import { toUuid } from "@/lib/uuid";

/** What a form's action answers when it did not do what was asked. */
export type FormFailure = {
  ok: false;
  /** Code of the error catalogue, or `validation_failed`. */
  code: string;
  /** The sentence for the whole form. */
  message: string;
  /** One sentence per field name. */
  fieldErrors?: Record<string, string> | undefined;
  /** What was typed, so that a page without JavaScript keeps it; never passwords. */
  values?: Record<string, string> | undefined;
  /** Seconds until the same may be tried again. */
  retryAfterSeconds?: number | undefined;
  /** What else is wrong, line by line, where it belongs to no field. */
  lines?: string[] | undefined;
  /** After a version conflict: where what is stored now differs from what was typed. */
  versions?: VersionRow[] | undefined;
  /** Where what the sentence asks for can be done. */
  links?: FailureLink[] | undefined;
  /** The form itself says what becomes of it; there is no summary above. */
  isToldInside?: boolean | undefined;
  /** The page was read anew with it, and may have no place for the form any more. */
  isRefetched?: boolean | undefined;
};

/** A page of this product, by the name of what stands there. */
export type FailureLink = { href: string; label: string };

/** One field in which the stored version and the typed one differ. */
export type VersionRow = { label: string; theirs: string; mine: string };

/** What a form's action answers when it is done and stays on the page. */
export type FormSuccess<T = unknown> = { ok: true; data: T; message?: string | undefined };

/** State of a form between submissions; `null` before the first. */
export type FormState<T = unknown> = FormSuccess<T> | FormFailure | null;

const SECRET_FIELD = /password|token|secret/i;

/** The text fields of a submission; React's own `$ACTION…` fields and files are left out. */
export function readFormValues(form: FormData): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of form) {
    if (name.startsWith("$ACTION") || typeof value !== "string") continue;
    const known = values[name];
    if (known === undefined) values[name] = value;
    else values[name] = Array.isArray(known) ? [...known, value] : [known, value];
  }
  return values;
}

/** What may be shown again after a failure: everything single-valued but secrets. */
export function echoFormValues(form: FormData): Record<string, string> {
  const echoed: Record<string, string> = {};
  for (const [name, value] of Object.entries(readFormValues(form))) {
    if (typeof value === "string" && !SECRET_FIELD.test(name)) echoed[name] = value;
  }
  return echoed;
}

/** Field in which a form may tell the time zone of the person's own clock. */
export const VIEWER_ZONE = "viewer_zone";

/** Sentence above a form whose fields carry the details. */
const FIELDS_TO_CORRECT = "Check the fields and try again.";

/** A failure that belongs to fields. */
export function fieldFailure(form: FormData, fieldErrors: Record<string, string>): FormFailure {
  return {
    ok: false,
    code: "validation_failed",
    message: FIELDS_TO_CORRECT,
    fieldErrors,
    values: echoFormValues(form),
  };
}

/** Checks a submission against its schema; a failure is ready to be returned by the action. */
export function parseForm<S extends z.ZodType>(
  schema: S,
  form: FormData,
): { ok: true; data: z.output<S> } | FormFailure {
  const result = schema.safeParse(readFormValues(form));
  if (result.success) return { ok: true, data: result.data };
  const fieldErrors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? "");
    fieldErrors[name] ??= issue.message;
  }
  return fieldFailure(form, fieldErrors);
}

/** One text field of a submission; empty when it is missing or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** One id of a submission, see {@link toUuid}. */
export function formId(form: FormData, name: string): string {
  return toUuid(formText(form, name));
}
