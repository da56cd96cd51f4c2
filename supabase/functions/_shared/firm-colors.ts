/** Colors as `#rrggbb`, in lower case. */
interface ColorPair {
  light: string;
  dark: string;
}

export interface FirmColors {
  /** Background on which white text is readable. */
  fill: ColorPair;
  soft: ColorPair;
  /** Readable on `soft` and on the page's surface, which is white or, in dark mode, `#151619`. */
  text: ColorPair;
}

export function isFirmColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

const WHITE = "#ffffff";
const DARK_SURFACE = "#151619";

/**
 * Returns readable variants of a color. `fill.light` is the color itself if white text on it is
 * readable.
 * @throws RangeError if the text is not a color, see {@link isFirmColor}
 */
export function deriveFirmColors(typed: string): FirmColors {
  if (!isFirmColor(typed)) throw new RangeError("A firm color is # and six hexadecimal digits.");
  const color = typed.toLowerCase();
  const { chroma, hue } = toOklch(color);
  const soft = {
    light: toHex({ lightness: 0.95, chroma: Math.min(chroma, 0.03), hue }),
    dark: toHex({ lightness: 0.28, chroma: Math.min(chroma, 0.04), hue }),
  };
  const fill = move(color, -STEP, (candidate) => contrast(candidate, WHITE) >= 4.5);
  return {
    fill: {
      light: fill,
      // Stop as soon as the color is visible on the dark surface. Lighter colors would make white
      // text less readable.
      dark: move(fill, STEP, (candidate) => contrast(candidate, DARK_SURFACE) >= 3),
    },
    soft,
    text: {
      light: move(
        fill,
        -STEP,
        (candidate) => contrast(candidate, WHITE) >= 4.5 && contrast(candidate, soft.light) >= 4.5,
      ),
      dark: move(
        color,
        STEP,
        (candidate) =>
          contrast(candidate, DARK_SURFACE) >= 7 && contrast(candidate, soft.dark) >= 4.5,
      ),
    },
  };
}

/** WCAG contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** @see https://bottosson.github.io/posts/oklab/ */
interface Oklch {
  lightness: number;
  chroma: number;
  /** Radians. */
  hue: number;
}

const STEP = 0.01;
const CHROMA_STEP = 0.004;
/** How far a linear color channel may be outside the range from 0 to 1. */
const TOLERANCE = 0.001;

function move(color: string, step: number, isAccepted: (candidate: string) => boolean): string {
  const start = toOklch(color);
  let candidate = color;
  for (let moved = 1; !isAccepted(candidate); moved += 1) {
    const lightness = start.lightness + moved * step;
    if (lightness <= 0 || lightness >= 1) return lightness <= 0 ? "#000000" : WHITE;
    candidate = toHex({ ...start, lightness });
  }
  return candidate;
}

/** Lowers the chroma if sRGB cannot show the color. */
function toHex(color: Oklch): string {
  let { chroma } = color;
  let channels = toLinear(color);
  while (chroma > 0 && channels.some((value) => value < -TOLERANCE || value > 1 + TOLERANCE)) {
    chroma = Math.max(0, chroma - CHROMA_STEP);
    channels = toLinear({ ...color, chroma });
  }
  const digits = channels.map((value) =>
    Math.round(255 * encode(Math.min(1, Math.max(0, value))))
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

function toOklch(color: string): Oklch {
  const [red, green, blue] = channelsOf(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

function toLinear({ lightness, chroma, hue }: Oklch): number[] {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns red, green and blue as linear light, from 0 to 1. */
function channelsOf(color: string): [number, number, number] {
  const channel = (start: number) =>
    decode(Number.parseInt(color.slice(start, start + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

function decode(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encode(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}
