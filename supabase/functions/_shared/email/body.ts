import type { FirmColors } from "../firm-colors.ts";

/** The firm or product that an email shows as its sender. */
export interface Brand {
  /** The name of a firm, or “Dossier”. */
  name: string;
  /** URL of a square image. */
  logoUrl: string | undefined;
  /** True if the image needs a border, because its background is white. */
  isFramed?: boolean;
  /** Letters that are shown if there is no image. */
  letters: string;
  colors: Pick<FirmColors, "fill" | "text">;
}

/** A sentence or a part of one. */
export type Phrase = string | { strong: string };

/** A text that a person wrote. */
export interface Quote {
  text: string;
  author: string;
}

export interface Row {
  title: string;
  /** A line of text below the title. */
  detail?: string | undefined;
  quote?: Quote | undefined;
}

/** The parts of an email in reading order. The text part and the HTML part use the same words. */
export interface EmailBody {
  brand: Brand;
  headline: string;
  /** The text that email programs show next to the subject. */
  preheader: string;
  paragraphs: readonly (readonly Phrase[])[];
  quote?: Quote | undefined;
  rows?: readonly Row[] | undefined;
  /** True if the email shows a mark next to each row, because the items are still to do. */
  hasMarks?: boolean | undefined;
  /** A line about the rows that the email leaves out, such as “and 7 more”. */
  more?: string | undefined;
  /** A one-time code, which is shown in large type. */
  code?: string | undefined;
  /** Paragraphs after the rows or the code. */
  closing?: readonly string[] | undefined;
  /** A link to a page of the web app. Its URL never contains a token. */
  action?: { label: string; url: string; hint?: string | undefined } | undefined;
  /** A sentence that says how to reach the sender with a question. */
  help?: string | undefined;
  footer: string;
  /** A link with which the contact can stop further emails. */
  optOut?: { label: string; url: string } | undefined;
}
