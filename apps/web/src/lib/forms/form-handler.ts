import type { z } from "zod";
import { errorFailure } from "@/lib/errors/app-error";
import type { CamelCase } from "@/lib/format/camel-case";
import { type FormFailure, type FormState, parseForm } from "@/lib/forms/form-state";

export type FormInput<Data> = {
  form: FormData;
  data: Data;
  fail: (error: unknown, fields?: readonly string[]) => FormFailure;
};

export type FormDefinition<Caller, S extends z.ZodType, Bound extends unknown[], T> = {
  /**
   * Validates the form. A function chooses the schema, for a form with several steps or buttons.
   * Missing if the form has no fields, or if the rules of its fields are in the database, such as
   * the choices of an item. Then `run` reads the form itself.
   */
  schema?: S | ((form: FormData) => S);
  run: (
    input: Caller & FormInput<CamelCase<z.output<S>>>,
    ...bound: Bound
  ) => FormState<T> | Promise<FormState<T>>;
};

type Parsed<Data> = { ok: true; data: Data } | FormFailure;

/**
 * For forms with repeated fields, such as the items of a list. A `FormFailure` does not keep the
 * values of repeated fields.
 */
export type ContentFormDefinition<Caller, Data, Bound extends unknown[], State> = {
  parse: (form: FormData) => Parsed<Data> | Promise<Parsed<Data>>;
  /** Returns the state of a form that was refused, or that got no response from the backend. */
  keepInput: (failure: FormFailure, form: FormData) => State;
  run: (input: Caller & FormInput<Data>, ...bound: Bound) => State | Promise<State>;
};

export type FormArguments<Bound extends unknown[]> = [
  ...bound: Bound,
  state: unknown,
  form: FormData,
];

export const formOf = <Bound extends unknown[]>(args: FormArguments<Bound>) =>
  args.at(-1) as FormData;

export function contentFormHandler<Caller, Data, Bound extends unknown[], State>({
  parse,
  keepInput,
  run,
}: ContentFormDefinition<Caller, Data, Bound, State>) {
  return async (caller: Caller, ...args: FormArguments<Bound>): Promise<State> => {
    const form = formOf(args);
    const parsed = await parse(form);
    if (!parsed.ok) return keepInput(parsed, form);
    const fail: FormInput<Data>["fail"] = (error, fields) => errorFailure(form, error, fields);
    return run({ ...caller, form, data: parsed.data, fail }, ...(args.slice(0, -2) as Bound));
  };
}

export function formHandler<Caller, S extends z.ZodType, Bound extends unknown[], T>({
  schema,
  run,
}: FormDefinition<Caller, S, Bound, T>) {
  return contentFormHandler<Caller, CamelCase<z.output<S>>, Bound, FormState<T>>({
    parse: (form) => {
      if (!schema) return { ok: true, data: undefined as never };
      return parseForm(typeof schema === "function" ? schema(form) : schema, form);
    },
    keepInput: (failure) => failure,
    run,
  });
}
