import type { z } from "zod";
import { correctFields } from "@/lib/errors/form-sentences";
import { type CamelCase, toCamelCase } from "@/lib/format/camel-case";

export type FormFailure = {
  ok: false;
  code: string;
  message: string;
  fieldErrors?: Record<string, string> | undefined;
  /**
   * The typed values, with which a page without JavaScript shows the form again. Never contains
   * passwords.
   */
  values?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
  lines?: string[] | undefined;
  versions?: VersionRow[] | undefined;
  links?: FailureLink[] | undefined;
  /** Set if a component in the form shows the failure, so that the form's summary does not. */
  isShownInside?: boolean | undefined;
  /** Set if the action also refreshed the page, which may have removed the form. */
  isRefreshed?: boolean | undefined;
};

export type FailureLink = { href: string; label: string };

export type VersionRow = { label: string; theirs: string; mine: string };

export type FormSuccess<T = unknown> = { ok: true; data: T; message?: string | undefined };

export type FormState<T = unknown> = FormSuccess<T> | FormFailure | null;

const SECRET_FIELD = /password|token|secret/i;

/** Omits files and React's own `$ACTION…` fields. */
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

/** Omits secrets and repeated fields. */
export function echoFormValues(form: FormData): Record<string, string> {
  const echoed: Record<string, string> = {};
  for (const [name, value] of Object.entries(readFormValues(form))) {
    if (typeof value === "string" && !SECRET_FIELD.test(name)) echoed[name] = value;
  }
  return echoed;
}

export const VIEWER_ZONE = "viewer_zone";

export function fieldFailure(form: FormData, fieldErrors: Record<string, string>): FormFailure {
  return {
    ok: false,
    code: "validation_failed",
    message: correctFields(Object.keys(fieldErrors).length),
    fieldErrors,
    values: echoFormValues(form),
  };
}

/** Field names are in snake_case. The names in the parsed data are in camelCase. */
export function parseForm<S extends z.ZodType>(
  schema: S,
  form: FormData,
): { ok: true; data: CamelCase<z.output<S>> } | FormFailure {
  const result = schema.safeParse(readFormValues(form));
  if (result.success) return { ok: true, data: toCamelCase(result.data as z.output<S> & object) };
  const fieldErrors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? "");
    fieldErrors[name] ??= issue.message;
  }
  return fieldFailure(form, fieldErrors);
}

export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
