/**
 * The part of the Standard Schema interface that `invoke` needs; zod, valibot and arktype fit.
 * @see https://standardschema.dev
 */
export interface StandardSchema<Output> {
  /** What the standard puts here; the library writes it. */
  readonly "~standard": {
    /** Version of the standard, not of the library. */
    readonly version: 1;
    /** Name of the library. */
    readonly vendor: string;
    /** Checks a value; a Promise is awaited. */
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Carries types only; never set at run time. */
    readonly types?:
      | {
          /** What the validator takes. */
          readonly input: unknown;
          /** What `invoke` answers as `data`. */
          readonly output: Output;
        }
      | undefined;
  };
}

/** What a validator answers: a value, or the issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing a validator found wrong. */
export interface StandardIssue {
  /** The library's sentence. */
  readonly message: string;
  /** Keys from the root to what is wrong. Absent: the value as a whole. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
