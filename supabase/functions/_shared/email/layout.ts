/** The parts of an email in reading order. Text and HTML use the same words. */
export interface EmailBody {
  greeting: string;
  paragraphs: readonly string[];
  /** Each has a title and a line below it. */
  items?: readonly { title: string; detail: string }[] | undefined;
  /** Shown in large type. */
  code?: string | undefined;
  /** Paragraphs after the items or the code. */
  closing?: readonly string[] | undefined;
  /** The only link: a URL of the web app, never with a token. */
  action?: { label: string; url: string } | undefined;
  footer: string;
  /** A link that stops further email to the contact. */
  optOut?: { label: string; url: string } | undefined;
}

export function toText(body: EmailBody): string {
  const items = (body.items ?? []).map(({ title, detail }) =>
    detail === "" ? `- ${title}` : `- ${title}\n  ${detail.replaceAll("\n", "\n  ")}`,
  );
  return [
    body.greeting,
    ...body.paragraphs,
    ...(items.length > 0 ? [items.join("\n")] : []),
    ...(body.code === undefined ? [] : [body.code]),
    ...(body.closing ?? []),
    ...(body.action ? [`${body.action.label}:\n${body.action.url}`] : []),
    `--\n${body.footer}`,
    ...(body.optOut ? [`${body.optOut.label}:\n${body.optOut.url}`] : []),
  ].join("\n\n");
}

/** Escapes every text, because firms and contacts wrote some of them. */
export function toHtml(body: EmailBody): string {
  const paragraphs = [body.greeting, ...body.paragraphs].map((text) => `<p>${toLines(text)}</p>`);
  const items = (body.items ?? []).map(
    ({ title, detail }) =>
      `<li style="margin:0 0 8px"><strong>${escapeHtml(title)}</strong>` +
      `${detail === "" ? "" : `<br>${toLines(detail)}`}</li>`,
  );
  const list = items.length > 0 ? `<ul style="padding-left:20px">${items.join("")}</ul>` : "";
  const code =
    body.code === undefined
      ? ""
      : `<p style="font:600 30px/1.2 ui-monospace,monospace;letter-spacing:4px">${escapeHtml(body.code)}</p>`;
  const closing = (body.closing ?? []).map((text) => `<p>${toLines(text)}</p>`).join("");
  const optOut = body.optOut
    ? `<p style="${SMALL}"><a href="${escapeHtml(body.optOut.url)}" style="color:inherit">` +
      `${escapeHtml(body.optOut.label)}</a></p>`
    : "";
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"></head>' +
    `<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;${BREAKABLE}">` +
    `<div style="max-width:560px;margin:0 auto">${paragraphs.join("")}${list}${code}${closing}` +
    (body.action ? toButton(body.action) : "") +
    `<p style="${SMALL};opacity:.75">${toLines(body.footer)}</p>${optOut}</div></body></html>`
  );
}

/**
 * Breaks a long address or word anywhere, so that it does not widen the page. Older email programs
 * support only `word-break`.
 */
const BREAKABLE = "overflow-wrap:anywhere;word-break:break-word";
const SMALL = `font-size:14px;${BREAKABLE}`;

/** The cell has the padding and the color, because Outlook ignores both on a link. */
function toButton({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>' +
    '<td bgcolor="#1d4ed8" style="padding:12px 20px;border-radius:6px;background:#1d4ed8">' +
    `<a href="${address}" style="color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>` +
    `<p style="${SMALL}">Or copy this link: ${address}</p>`
  );
}

function toLines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
