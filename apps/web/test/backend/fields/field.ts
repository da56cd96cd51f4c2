import type { Trial } from "../attempt";
import type { Firm } from "../firm";

/**
 * A field with its limits, from section 5 of the specification. The form and the database apply the
 * same limits.
 */
export type Field = {
  name: string;
  min: number;
  max: number;
  /** Lengths to test. Default: both limits and the lengths next to them. */
  tried?: readonly number[];
  /** Returns a value of this length. Default: characters of two UTF-16 code units each. */
  make?: (length: number) => string;
  isTaken: (value: string) => boolean;
  /**
   * Stores the value through the database. Omit this function if another service checks the value.
   */
  save?: (trial: Trial, firm: Firm, value: string) => Promise<unknown>;
  /** Name of the field in the database's error. */
  refusedAs?: string;
};

type Schema = { safeParse: (value: unknown) => { success: boolean } };

export const takes = (schema: Schema) => (value: string) => schema.safeParse(value).success;

export const isClear = (problems: object) => Object.keys(problems).length === 0;

export const letters = (length: number) => "x".repeat(length);

export const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
