import type { EmailBody, Phrase, Quote, Row } from "./body.ts";
import { inert } from "./plain-text.ts";

export function toText(body: EmailBody): string {
  const { action, optOut } = body;
  const rows = [...(body.rows ?? []).map(toRow), ...(body.more ? [body.more] : [])];
  const blocks = [
    body.brand.name,
    body.headline,
    ...body.paragraphs.map(toLine),
    ...(body.quote ? [toQuote(body.quote)] : []),
    ...(rows.length > 0 ? [rows.join("\n")] : []),
    ...(body.code === undefined ? [] : [body.code]),
    ...(body.closing ?? []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(action?.hint ? [action.hint] : []),
    ...(body.help ? [body.help] : []),
    `--\n${body.footer}`,
    ...(optOut ? [`${optOut.label}:\n${optOut.url}`] : []),
  ];
  return inert(blocks.join("\n\n")).replaceAll("\u00a0", " ");
}

function toLine(phrases: readonly Phrase[]): string {
  return phrases.map((phrase) => (typeof phrase === "string" ? phrase : phrase.strong)).join("");
}

function toQuote({ text, author }: Quote): string {
  return `“${text}”\n${author}`;
}

function toRow({ title, detail, quote }: Row): string {
  const below = [...(detail ? [detail] : []), ...(quote ? [toQuote(quote)] : [])].join("\n");
  return below === "" ? `- ${title}` : `- ${title}\n  ${below.replaceAll("\n", "\n  ")}`;
}
