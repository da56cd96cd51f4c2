import type { FirmColors } from "../firm-colors.ts";

/** In whose name an email is sent. */
export interface Brand {
  /** A firm, or Dossier. */
  name: string;
  /** A square image. */
  logoUrl: string | undefined;
  /** Draws a line around the image, whose ground is white. */
  isFramed?: boolean;
  /** Shown without an image. */
  letters: string;
  colors: Pick<FirmColors, "fill" | "text">;
}

/** A sentence or a part of one. */
export type Phrase = string | { strong: string };

/** The words of a person. */
export interface Quote {
  text: string;
  author: string;
}

export interface Row {
  title: string;
  /** A line below the title. */
  detail?: string | undefined;
  quote?: Quote | undefined;
}

/** The parts of an email in reading order. Text and HTML use the same words. */
export interface EmailBody {
  brand: Brand;
  headline: string;
  /** What email programs show next to the subject. */
  preheader: string;
  paragraphs: readonly (readonly Phrase[])[];
  quote?: Quote | undefined;
  rows?: readonly Row[] | undefined;
  /** Marks each row as something to do. */
  hasMarks?: boolean | undefined;
  /** What the rows leave out. */
  more?: string | undefined;
  /** Shown in large type. */
  code?: string | undefined;
  /** Paragraphs after the rows or the code. */
  closing?: readonly string[] | undefined;
  /** A link to a page of the web app, never with a token. */
  action?: { label: string; url: string; hint?: string | undefined } | undefined;
  /** How to ask the sender. */
  help?: string | undefined;
  footer: string;
  /** A link that stops further email to the contact. */
  optOut?: { label: string; url: string } | undefined;
}
