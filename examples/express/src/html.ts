const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Value = string | number | Html | readonly Html[] | undefined;

function toText(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "object") return value instanceof Html ? value.text : value.join("");
  return String(value).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
}

/** Template tag that creates HTML and escapes the values. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, at) => part + toText(values[at])).join(""));
}
