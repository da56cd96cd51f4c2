/** The parts of a mail, in reading order; the same words serve text and HTML. */
export interface MailBody {
  greeting: string;
  paragraphs: readonly string[];
  /** What a list holds: a title and a line below it. */
  items?: readonly { title: string; detail: string }[] | undefined;
  /** Digits to type, shown large. */
  code?: string | undefined;
  /** What comes after the items or the code. */
  closing?: readonly string[] | undefined;
  /** The one link: an address of the web app, never a token. */
  action?: { label: string; url: string } | undefined;
  /** Small print. */
  footer: string;
}

/** Lays a mail out as plain text. */
export function toText(body: MailBody): string {
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
  ].join("\n\n");
}

/** Lays a mail out as HTML. Every word is escaped: firms and contacts wrote some of them. */
export function toHtml(body: MailBody): string {
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
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="color-scheme" content="light dark"></head>' +
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">' +
    `<div style="max-width:560px;margin:0 auto">${paragraphs.join("")}${list}${code}${closing}` +
    (body.action ? toButton(body.action) : "") +
    `<p style="font-size:14px;opacity:.75">${toLines(body.footer)}</p></div></body></html>`
  );
}

function toButton({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return (
    `<p><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:6px;` +
    `background:#1d4ed8;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>` +
    `<p style="font-size:14px">Or copy this address: ${address}</p>`
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
