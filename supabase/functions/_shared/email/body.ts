import type { FirmColors } from "../firm-colors.ts";

export interface Brand {
  name: string;
  /** URL of a square image. */
  logoUrl: string | undefined;
  /** The image needs a border, because its background is white. */
  isFramed?: boolean;
  /** Shown if there is no image. */
  letters: string;
  colors: Pick<FirmColors, "fill" | "text">;
}

export type Phrase = string | { strong: string };

export interface Quote {
  text: string;
  author: string;
}

export interface Row {
  title: string;
  detail?: string | undefined;
  quote?: Quote | undefined;
}

export interface EmailBody {
  brand: Brand;
  headline: string;
  /** The text that email programs show next to the subject. */
  preheader: string;
  paragraphs: readonly (readonly Phrase[])[];
  quote?: Quote | undefined;
  rows?: readonly Row[] | undefined;
  /** Shows a mark next to each row, because the items are still to do. */
  hasMarks?: boolean | undefined;
  /** A line such as “and 7 more”. */
  more?: string | undefined;
  code?: string | undefined;
  closing?: readonly string[] | undefined;
  /** The URL never contains a token. */
  action?: { label: string; url: string; hint?: string | undefined } | undefined;
  help?: string | undefined;
  footer: string;
  optOut?: { label: string; url: string } | undefined;
}
