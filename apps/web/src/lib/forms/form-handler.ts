import type { z } from "zod";
import { errorFailure } from "@/lib/errors/app-error";
import { type FormFailure, type FormState, parseForm } from "@/lib/forms/form-state";

export type FormInput<Data> = {
  form: FormData;
  data: Data;
  fail: (error: unknown, fields?: readonly string[]) => FormFailure;
};

export type FormDefinition<Caller, S extends z.ZodType, Bound extends unknown[], T> = {
  /** Validates the form. If missing, `run` reads the form itself. */
  schema?: S;
  run: (
    input: Caller & FormInput<z.output<S>>,
    ...bound: Bound
  ) => FormState<T> | Promise<FormState<T>>;
};

export type FormArguments<Bound extends unknown[]> = [
  ...bound: Bound,
  state: unknown,
  form: FormData,
];

export const formOf = <Bound extends unknown[]>(args: FormArguments<Bound>) =>
  args.at(-1) as FormData;

export function formHandler<Caller, S extends z.ZodType, Bound extends unknown[], T>({
  schema,
  run,
}: FormDefinition<Caller, S, Bound, T>) {
  return async (caller: Caller, ...args: FormArguments<Bound>): Promise<FormState<T>> => {
    const form = formOf(args);
    const parsed = schema && parseForm(schema, form);
    if (parsed && !parsed.ok) return parsed;
    const data = parsed?.data as z.output<S>;
    const fail: FormInput<z.output<S>>["fail"] = (error, fields) =>
      errorFailure(form, error, fields);
    return run({ ...caller, form, data, fail }, ...(args.slice(0, -2) as Bound));
  };
}
