/**
 * The colors of the example firms, as `deriveFirmColors` derives them. The colors are classes,
 * because the Content-Security-Policy forbids style attributes. The classes are not in a separate
 * style sheet, because the start page would have to load one more file.
 */
export const sampleFirms = {
  harbour: "[--color-firm-fill:light-dark(#0d5f66,#236d74)]",
  castle: "[--color-firm-fill:light-dark(#7a2e2e,#9d4e4b)]",
  orchard: "[--color-firm-fill:light-dark(#3d5a1e,#506e32)]",
} as const;
