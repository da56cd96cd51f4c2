import type { Brand, EmailBody, Phrase, Quote, Row } from "./body.ts";
import { inert } from "./plain-text.ts";
import { inlineStyle as style, TABLE, toStylesheet } from "./styles.ts";

/** Escapes every text, because firms and contacts wrote some of the texts. */
export function toHtml(body: EmailBody): string {
  const { colors } = body.brand;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark">' +
    '<meta name="supported-color-schemes" content="light dark">' +
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">' +
    `<title>${escapeHtml(body.headline)}</title>` +
    // In Outlook, table cells do not inherit a font, so this style sets the font of cells and
    // texts.
    "<!--[if mso]><style>td,a,p,h1,span{font-family:Arial,sans-serif!important}</style><![endif]-->" +
    `<style>${toStylesheet(colors)}</style></head>` +
    `<body class="bg" style="${style.body}">${toPreheader(body.preheader)}` +
    `<table ${TABLE} width="100%" class="bg" style="${style.page}"><tr><td align="center" class="out" style="${style.margin}">` +
    // Outlook needs a table with a fixed width, because it ignores max-width.
    '<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->' +
    `<table ${TABLE} width="100%" class="card" style="${style.card(colors.fill.light)}">` +
    `${toSections(body).join("")}<tr><td style="${style.end}">&nbsp;</td></tr></table>` +
    "<!--[if mso]></td></tr></table><![endif]-->" +
    `<table ${TABLE} width="100%" style="${style.column}"><tr><td class="pad" style="${style.footer}">` +
    `<p class="sub" style="${style.tiny}">${toLines(body.footer)}${toOptOut(body)}</p></td></tr></table>` +
    "</td></tr></table></body></html>"
  );
}

function toSections(body: EmailBody): string[] {
  const { action, brand, closing = [], code, help, quote, rows = [] } = body;
  return [
    toHeader(brand),
    section(22, toHeadline(body)),
    ...(quote ? [section(20, toQuote(quote))] : []),
    ...(rows.length > 0 ? [section(14, toRows(rows, body))] : []),
    ...(code === undefined
      ? []
      : [section(20, `<p class="ink" style="${style.code}">${escapeHtml(code)}</p>`)]),
    ...(closing.length > 0 ? [toClosing(closing, rows)] : []),
    ...(action ? [section(20, toButton(action, brand.colors))] : []),
    ...(help ? [section(22, toHelp(help))] : []),
  ];
}

function section(space: number, content: string): string {
  return `<tr><td class="pad" style="${style.section(space)}">${content}</td></tr>`;
}

/** The logo has no alternative text, because the name is next to it. */
function toHeader({ name, logoUrl, isFramed, letters, colors }: Brand): string {
  const size = isFramed ? 38 : 40;
  const mark =
    logoUrl === undefined
      ? `<table ${TABLE}><tr><td class="mark" width="40" height="40" align="center" ` +
        `bgcolor="${colors.fill.light}" style="${style.monogram(colors.fill.light)}">` +
        `<span aria-hidden="true">${escapeHtml(letters)}</span></td></tr></table>`
      : `<img src="${escapeAttribute(logoUrl)}" width="${size}" height="${size}" alt="" style="${isFramed ? style.framedLogo : style.logo}">`;
  return section(
    24,
    `<table ${TABLE} width="100%"><tr><td width="40" valign="middle">${mark}</td>` +
      `<td class="ink" valign="middle" style="${style.name}">${escapeHtml(name)}</td></tr></table>`,
  );
}

function toHeadline({ headline, paragraphs }: EmailBody): string {
  const lines = paragraphs.map(
    (phrases) => `<p class="mut" style="${style.paragraph}">${phrases.map(toPhrase).join("")}</p>`,
  );
  return `<h1 class="ink h1" style="${style.headline}">${escapeHtml(headline)}</h1>${lines.join("")}`;
}

/** Below rows, the closing looks like the line that counts the items that are not shown. */
function toClosing(closing: readonly string[], rows: readonly Row[]): string {
  const [space, type] = rows.length > 0 ? [0, style.more] : [12, style.paragraph];
  const lines = closing.map((text) => `<p class="mut" style="${type}">${toLines(text)}</p>`);
  return section(space, lines.join(""));
}

function toHelp(help: string): string {
  return (
    `<table ${TABLE} width="100%"><tr><td class="ln" style="${style.help}">` +
    `<p class="mut" style="${style.small}">${toLines(help)}</p></td></tr></table>`
  );
}

/**
 * After the preheader, email programs would show the start of the email. The invisible characters
 * fill that space.
 */
function toPreheader(text: string): string {
  return `<div style="${style.preheader}">${escapeHtml(text)}${"&#847;&#8199;".repeat(40)}</div>`;
}

function toPhrase(phrase: Phrase): string {
  return typeof phrase === "string"
    ? toLines(phrase)
    : `<strong class="ink" style="${style.strong}">${escapeHtml(phrase.strong)}</strong>`;
}

function toQuote({ text, author }: Quote): string {
  return (
    `<table ${TABLE} width="100%" class="say" style="${style.quote}"><tr><td style="${style.quoted}">` +
    `<p class="ink" dir="auto" style="${style.said}">${toLines(text)}</p>` +
    `<p class="mut" style="${style.author}">${escapeHtml(author)}</p></td></tr></table>`
  );
}

function toRows(rows: readonly Row[], { hasMarks, more }: EmailBody): string {
  const mark = hasMarks
    ? `<td width="26" valign="top" style="padding-top:4px"><div class="dot" style="${style.dot}">&nbsp;</div></td>`
    : "";
  const lines = rows.map(({ title, detail, quote }, index) => {
    const isLast = index === rows.length - 1;
    const below = detail
      ? `<br><span class="mut" style="${style.detail}">${toLines(detail)}</span>`
      : "";
    return (
      `<tr><td class="ln" style="${style.row(isLast)}"><table ${TABLE} width="100%"><tr>${mark}` +
      `<td class="ink" valign="top" style="${style.title}">${escapeHtml(title)}${below}` +
      `${quote ? `<div style="padding-top:8px">${toQuote(quote)}</div>` : ""}</td></tr></table></td></tr>`
    );
  });
  return (
    `<table ${TABLE} width="100%">${lines.join("")}</table>` +
    (more ? `<p class="mut" style="${style.more}">${escapeHtml(more)}</p>` : "")
  );
}

/** The table cell also has the color, because Outlook ignores the background of a link. */
function toButton(
  { label, url, hint }: NonNullable<EmailBody["action"]>,
  colors: Brand["colors"],
): string {
  const address = escapeAttribute(url);
  const fill = colors.fill.light;
  return (
    `<table ${TABLE} width="100%" class="btn"><tr><td align="center" bgcolor="${fill}" style="border-radius:10px;background:${fill}">` +
    `<a href="${address}" style="${style.button(fill)}">${escapeHtml(label)}</a></td></tr></table>` +
    `<p class="mut" style="margin:14px 0 0;${style.smallType}">${hint ? `${toLines(hint)} ` : ""}` +
    `If the button doesn’t work, open:<br><a class="lk addr" href="${address}" style="${style.address(colors.text.light)}">${toAddress(url)}</a></p>`
  );
}

function toOptOut({ optOut, brand }: EmailBody): string {
  return optOut
    ? `<br><a class="lk" href="${escapeAttribute(optOut.url)}" style="color:${brand.colors.text.light}">${escapeHtml(optOut.label)}</a>`
    : "";
}

/** Leaves out `https://` and the fragment, because a reader does not have to type them. */
function toAddress(url: string): string {
  const address = url.replace(/^https:\/\//, "").replace(/#.*$/, "");
  return escapeHtml(address).replaceAll("/", "/<wbr>");
}

function toLines(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n|[\r\n\u2028\u2029]/g, "<br>");
}

function escapeHtml(text: string): string {
  return inert(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\u00a0", "&nbsp;");
}

function escapeAttribute(text: string): string {
  return escapeHtml(text).replaceAll('"', "&quot;");
}
