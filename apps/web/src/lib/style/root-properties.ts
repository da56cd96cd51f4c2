/** CSS custom properties of a page. The values become part of a style sheet. */
export type RootProperties = Readonly<Record<`--${string}`, string>>;

/**
 * Returns a CSS rule that sets the properties. Does not escape the values, so pass only safe
 * values.
 */
export function styleSheet(properties: RootProperties, selector = ":root"): string {
  const declarations = Object.entries(properties).map(([name, value]) => `${name}:${value}`);
  return `${selector}{${declarations.join(";")}}`;
}

/**
 * Quotes a text for a style sheet. Escapes every character that could end the string or the sheet.
 */
export function cssString(text: string): string {
  const escaped = text.replace(
    /[\p{Cc}"\\<]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  );
  return `"${escaped}"`;
}
