/**
 * The part of Standard Schema that `invoke` needs. zod, valibot and arktype implement it.
 * @see https://standardschema.dev
 */
export interface StandardSchema<Output> {
  /** The property that the standard defines. */
  readonly "~standard": {
    /** Version of the standard, not of the library. */
    readonly version: 1;
    /** Name of the library. */
    readonly vendor: string;
    /** Validates a value. If the result is a promise, the SDK awaits it. */
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Carries types only. Validators do not set this property at run time. */
    readonly types?:
      | {
          /** The input type of the validator. */
          readonly input: unknown;
          /** The type of `data` that `invoke` returns. */
          readonly output: Output;
        }
      | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
