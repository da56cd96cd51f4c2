import type { FirmColors } from "../firm-colors.ts";

export interface Brand {
  name: string;
  /** URL of a square image. */
  logoUrl: string | undefined;
  /** True if the image needs a border, because its background is white. */
  isFramed?: boolean;
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
  hasMarks?: boolean | undefined;
  more?: string | undefined;
  code?: string | undefined;
  closing?: readonly string[] | undefined;
  /** The URL never contains a token. */
  action?: { label: string; url: string; hint?: string | undefined } | undefined;
  help?: string | undefined;
  footer: string;
  optOut?: { label: string; url: string } | undefined;
}
