import type { PageTexts } from "./texts.js";

export interface Language {
  lang: string;
  texts: PageTexts;
}

/** @see RFC 9110 §12.5.4 */
function acceptedTags(header: string | null): string[] {
  return (header ?? "")
    .slice(0, 1000)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith("q="))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** @see RFC 4647 §3.4 */
function findTable(tables: readonly string[], tag: string): string | undefined {
  for (let wanted = tag.toLowerCase(); wanted !== ""; wanted = wanted.replace(/-?[^-]*$/, "")) {
    const found = tables.find((name) => name.toLowerCase() === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function chooseLanguage(
  request: Request,
  {
    language,
    texts,
  }: {
    language: ((request: Request) => string | null | undefined) | undefined;
    texts: Readonly<Record<string, PageTexts>>;
  },
): Language {
  const tables = [...new Set(["en", ...Object.keys(texts)])];
  const tags = language
    ? [language(request) ?? ""]
    : acceptedTags(request.headers.get("accept-language"));
  const lang = tags.map((tag) => findTable(tables, tag)).find((name) => name !== undefined) ?? "en";
  return { lang, texts: { ...texts.en, ...texts[lang] } };
}
