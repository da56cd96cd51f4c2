import { deriveFirmColors, isFirmColor } from "@dossier/supabase/firm-colors";

const HEX_COLOR = /^#[0-9a-f]{6}$/;

export type FirmProperties = Readonly<Record<"--firm" | "--firm-fill" | "--firm-soft", string>>;

export function firmProperties(color: string | null): FirmProperties | null {
  if (color === null || !isFirmColor(color)) return null;
  const { text, fill, soft } = deriveFirmColors(color);
  const values = [text, fill, soft].flatMap(({ light, dark }) => [light, dark]);
  // Accept only colors, because the values become part of a style sheet.
  if (!values.every((value) => HEX_COLOR.test(value))) return null;
  const pair = ({ light, dark }: { light: string; dark: string }) =>
    `light-dark(${light}, ${dark})`;
  return { "--firm": pair(text), "--firm-fill": pair(fill), "--firm-soft": pair(soft) };
}
