import { deriveFirmColors, isFirmColor } from "../firm-colors.ts";
import { monogramOf } from "../monogram.ts";
import type { Brand } from "./body.ts";

const COLORS: Brand["colors"] = {
  fill: { light: "#2f48c6", dark: "#4f67e4" },
  text: { light: "#2f48c6", dark: "#a3b3ff" },
};

export interface BrandedFirm {
  name: string;
  logoPath: string | null;
  color: string | null;
}

export function brandOfFirm({ name, logoPath, color }: BrandedFirm, supabaseUrl: string): Brand {
  const path = logoPath?.split("/").map(encodeURIComponent).join("/");
  return {
    name,
    letters: monogramOf(name),
    logoUrl: path && `${supabaseUrl}/storage/v1/object/public/images/${path}`,
    colors: color !== null && isFirmColor(color) ? deriveFirmColors(color) : COLORS,
  };
}

/** @param siteUrl base URL without a trailing slash; undefined for an email without images */
export function brandOfDossier(siteUrl: string | undefined): Brand {
  return {
    name: "Dossier",
    letters: "D",
    logoUrl: siteUrl && `${siteUrl}/apple-icon.png`,
    isFramed: true,
    colors: COLORS,
  };
}
