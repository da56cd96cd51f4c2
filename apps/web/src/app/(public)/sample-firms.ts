/**
 * The colors that `deriveFirmColors` derives from each firm's color. They are in class names,
 * because the Content-Security-Policy forbids style attributes.
 */
export const sampleFirms = {
  harbour: "[--color-firm-fill:light-dark(#0d5f66,#236d74)]",
  castle: "[--color-firm-fill:light-dark(#7a2e2e,#9d4e4b)]",
  orchard: "[--color-firm-fill:light-dark(#3d5a1e,#506e32)]",
} as const;
