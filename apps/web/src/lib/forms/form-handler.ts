import type { z } from "zod";
import { problemFailure } from "@/lib/errors/problem";
import { type FormFailure, type FormState, parseForm } from "@/lib/forms/form-state";

/** The input of a form's `run` besides its caller. */
export type FormInput<Data> = {
  form: FormData;
  /** The fields as the schema returns them. */
  data: Data;
  /** Turns an error into a failure that keeps the input; `fields` are the names the form has. */
  fail: (error: unknown, fields?: readonly string[]) => FormFailure;
};

/**
 * A form's action without the caller: the schema of its fields and the function that handles them.
 */
export type FormDefinition<Caller, S extends z.ZodType, Bound extends unknown[], T> = {
  /** Checks the fields. Without it `run` reads the form itself. */
  schema?: S;
  /** Receives only valid fields, then the arguments that the page bound to the action. */
  run: (
    input: Caller & FormInput<z.output<S>>,
    ...bound: Bound
  ) => FormState<T> | Promise<FormState<T>>;
};

/** The arguments of a form's action: those that the page bound to it, then React's two. */
export type FormArguments<Bound extends unknown[]> = [
  ...bound: Bound,
  state: unknown,
  form: FormData,
];

/** The submitted form among an action's arguments. */
export const formOf = <Bound extends unknown[]>(args: FormArguments<Bound>) =>
  args.at(-1) as FormData;

/** Checks a submitted form and runs it; fields that the schema refuses come back with their errors. */
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
      problemFailure(form, error, fields);
    return run({ ...caller, form, data, fail }, ...(args.slice(0, -2) as Bound));
  };
}
