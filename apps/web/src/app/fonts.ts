import localFont from "next/font/local";

// Hanken Grotesk 5.3.0 (`@fontsource-variable/hanken-grotesk`, OFL-1.1, license in
// `fonts/OFL.txt`). The first file is a subset, made with `subset-font` 2.9.0 from the package's
// latin file: U+0020–007E, U+00A0–00FF, – — ‘ ’ ‚ “ ” „ † • … ‰ ‹ › € ™ − × → ← ↑ ↓ ↵ ⌘, axis
// `wght` 400–700. The second file is the package's latin-ext file, which browsers load only for a
// page with a letter such as Ł. The `unicode-range` of the first file leaves out •, because this
// font draws • as a square. A fallback font draws the round bullets of masked addresses and
// passwords.
const latin = localFont({
  src: "./fonts/hanken-grotesk-latin.woff2",
  variable: "--font-hanken",
  weight: "400 700",
  display: "swap",
  preload: true,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0020-007E, U+00A0-00FF, U+2013-2014, U+2018-201A, U+201C-201E, U+2020, U+2026, U+2030, U+2039-203A, U+20AC, U+2122, U+2190-2193, U+21B5, U+2212, U+2318",
    },
  ],
});

const latinExt = localFont({
  src: "./fonts/hanken-grotesk-latin-ext.woff2",
  variable: "--font-hanken-ext",
  weight: "100 900",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
});

export const fontVariables = `${latin.variable} ${latinExt.variable}`;
