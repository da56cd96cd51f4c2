import type { Trial } from "../attempt";
import type { Firm } from "../firm";

/** A rule of section 5 of the specification, as the form and the database hold it. */
export type Field = {
  name: string;
  /** Least and most characters, or the numbers themselves. */
  min: number;
  max: number;
  /** Lengths to try; on and beside both ends unless told. */
  tried?: readonly number[];
  /** Makes a value of a length; characters that take two code units each unless told. */
  make?: (length: number) => string;
  /** Whether the form takes it. */
  isTaken: (value: string) => boolean;
  /** Hands it to the database; absent where another service checks it. */
  save?: (trial: Trial, firm: Firm, value: string) => Promise<unknown>;
  /** The field that the database names. */
  refusedAs?: string;
};

type Schema = { safeParse: (value: unknown) => { success: boolean } };

/** Asks a schema. */
export const takes = (schema: Schema) => (value: string) => schema.safeParse(value).success;

/** Whether a form found nothing to say. */
export const isClear = (problems: object) => Object.keys(problems).length === 0;

/** Text that takes one byte a character. */
export const letters = (length: number) => "x".repeat(length);

/** An id that nothing has. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";
