export type RootProperties = Readonly<Record<`--${string}`, string>>;

/** Does not escape the values, so pass only safe values. */
export function styleSheet(properties: RootProperties, selector = ":root"): string {
  const declarations = Object.entries(properties).map(([name, value]) => `${name}:${value}`);
  return `${selector}{${declarations.join(";")}}`;
}

/** Returns a CSS string. Escapes every character that could end the string or the style sheet. */
export function cssString(text: string): string {
  const escaped = text.replace(
    /[\p{Cc}"\\<]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16)} `,
  );
  return `"${escaped}"`;
}
