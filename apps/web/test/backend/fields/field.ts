import type { Trial } from "../attempt";
import type { Firm } from "../firm";

/** A rule of section 5 of the specification, in the form and in the database. */
export type Field = {
  name: string;
  /** Minimum and maximum length, or the numbers themselves. */
  min: number;
  max: number;
  /** Lengths to try; by default both limits and their neighbors. */
  tried?: readonly number[];
  /** Makes a value of a length; by default of characters with two code units each. */
  make?: (length: number) => string;
  /** Returns whether the form accepts it. */
  isTaken: (value: string) => boolean;
  /** Saves it in the database; absent when another service checks it. */
  save?: (trial: Trial, firm: Firm, value: string) => Promise<unknown>;
  /** The field that the database names in a refusal. */
  refusedAs?: string;
};

type Schema = { safeParse: (value: unknown) => { success: boolean } };

/** Checks a value against a schema. */
export const takes = (schema: Schema) => (value: string) => schema.safeParse(value).success;

/** Returns whether a form has no errors. */
export const isClear = (problems: object) => Object.keys(problems).length === 0;

/** Returns text with one byte per character. */
export const letters = (length: number) => "x".repeat(length);

/** An id that no row has. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";
