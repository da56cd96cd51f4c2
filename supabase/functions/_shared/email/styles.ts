import type { Brand } from "./body.ts";

type Colors = Brand["colors"];

export const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

const FONT = "font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
/** Older email programs support only `word-break`. */
const BREAKABLE = "overflow-wrap:anywhere;word-break:break-word";
const TEXT = "font-size:16px;line-height:24px";
const SMALL_TYPE = "font-size:14px;line-height:20px;color:#515358";

/**
 * The styles are inline, because many email programs drop the stylesheet. Table cells repeat the
 * font, because some email programs do not apply the font of the page to tables.
 */
export const inlineStyle = {
  body: "margin:0;padding:0;background:#f4f4f1",
  page: "background:#f4f4f1",
  margin: `padding:28px 16px 8px;${FONT};${BREAKABLE}`,
  column: "max-width:560px",
  card: (accent: string) =>
    `max-width:560px;background:#ffffff;border:1px solid #e4e3de;border-top:4px solid ${accent};border-radius:12px`,
  section: (space: number) => `padding:${space}px 32px 0;${FONT}`,
  end: "font-size:0;line-height:26px;height:26px",
  preheader: "display:none;max-height:0;overflow:hidden;opacity:0",
  monogram: (fill: string) =>
    `border-radius:10px;background:${fill};${FONT};font-size:15px;line-height:40px;font-weight:700;color:#ffffff;text-align:center`,
  // A transparent logo needs a white background in dark mode too.
  logo: "display:block;border-radius:10px;background:#ffffff",
  framedLogo: "display:block;border-radius:10px;background:#ffffff;border:1px solid #e4e3de",
  name: `padding-left:12px;${FONT};font-size:17px;line-height:22px;font-weight:700;color:#191a1c`,
  headline:
    "margin:0;font-size:25px;line-height:32px;letter-spacing:-0.4px;font-weight:700;color:#191a1c",
  paragraph: `margin:8px 0 0;${TEXT};color:#515358`,
  strong: "color:#191a1c",
  quoted: `padding:14px 16px;${FONT}`,
  quote: "background:#f8f8f6;border:1px solid #e4e3de;border-radius:10px;border-collapse:separate",
  said: `margin:0;${TEXT};font-weight:400;color:#191a1c`,
  author: `margin:6px 0 0;font-weight:400;${SMALL_TYPE}`,
  row: (isLast: boolean) => `padding:11px 0${isLast ? "" : ";border-bottom:1px solid #e4e3de"}`,
  dot: "width:14px;height:14px;border:2px solid #87867f;border-radius:9px;font-size:0;line-height:0",
  title: `${FONT};font-size:16px;line-height:22px;font-weight:600;color:#191a1c`,
  detail: `font-weight:400;${SMALL_TYPE}`,
  more: "margin:6px 0 0;font-size:15px;line-height:22px;color:#515358",
  code: "margin:0;font-size:32px;line-height:40px;font-weight:600;letter-spacing:4px;color:#191a1c",
  button: (fill: string) =>
    `display:block;padding:0 24px;border:1px solid ${fill};border-radius:10px;background:${fill};color:#ffffff;` +
    `${FONT};font-size:17px;line-height:48px;font-weight:700;text-decoration:none;text-align:center;mso-padding-alt:14px 24px`,
  address: (color: string) => `color:${color};word-break:break-all`,
  help: `border-top:1px solid #e4e3de;padding-top:16px;${FONT}`,
  smallType: SMALL_TYPE,
  small: `margin:0;${SMALL_TYPE}`,
  footer: `padding:18px 32px 24px;${FONT}`,
  tiny: "margin:0;font-size:13px;line-height:19px;color:#66686e",
} as const;

/** The colors cannot end the CSS rule early, because they match `^#[0-9a-f]{6}$`. */
export function toStylesheet({ fill, text }: Colors): string {
  return (
    // Replaces the inline `break-all`, so that only words that are longer than a line are broken.
    "body{margin:0;padding:0}.addr{word-break:break-word!important;overflow-wrap:anywhere}" +
    "@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}" +
    ".out{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}" +
    ".h1{font-size:22px!important;line-height:28px!important}}" +
    "@media (prefers-color-scheme:dark){.bg{background:#0d0e10!important}" +
    `.card{background:#151619!important;border-color:#2a2c31!important;border-top-color:${fill.dark}!important}` +
    ".ink{color:#eeeeec!important}.mut{color:#b6b8bd!important}.sub{color:#999ca3!important}" +
    ".ln{border-color:#2a2c31!important}.say{background:#1a1b1f!important;border-color:#2a2c31!important}" +
    `.dot{border-color:#7b7f88!important}.lk{color:${text.dark}!important}.mark{background:${fill.dark}!important}` +
    `.btn td{background:${fill.dark}!important}.btn a{background:${fill.dark}!important;border-color:${fill.dark}!important}}`
  );
}
