import type { Trial } from "../attempt";
import type { Firm } from "../firm";

/** A rule of section 5 of the specification, in the form and in the database. */
export type Field = {
  name: string;
  /** Minimum and maximum length, or the numbers themselves. */
  min: number;
  max: number;
  /** Lengths to try. Default: both limits and their neighbors. */
  tried?: readonly number[];
  /** Makes a value of a length. Default: characters of two code units each. */
  make?: (length: number) => string;
  /** Checks whether the form accepts the value. */
  isTaken: (value: string) => boolean;
  /** Saves the value in the database. Absent if another service checks it. */
  save?: (trial: Trial, firm: Firm, value: string) => Promise<unknown>;
  /** The field that the database names in a refusal. */
  refusedAs?: string;
};

type Schema = { safeParse: (value: unknown) => { success: boolean } };

export const takes = (schema: Schema) => (value: string) => schema.safeParse(value).success;

export const isClear = (problems: object) => Object.keys(problems).length === 0;

export const letters = (length: number) => "x".repeat(length);

/** No row has this id. */
export const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
