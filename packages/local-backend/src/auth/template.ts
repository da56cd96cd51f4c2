export interface TemplateValues {
  ConfirmationURL: string;
  Token: string;
  TokenHash: string;
  SiteURL: string;
  RedirectTo: string;
  Email: string;
  NewEmail: string;
  OldEmail: string;
  FactorType: string;
  Data: Readonly<Record<string, unknown>>;
}

const NAMES = new Set([
  "ConfirmationURL",
  "Token",
  "TokenHash",
  "SiteURL",
  "RedirectTo",
  "Email",
  "NewEmail",
  "OldEmail",
  "FactorType",
]);
const ACTION = /\{\{-?([\s\S]*?)-?\}\}/g;
const FIELD = /^\s*\.([A-Za-z]\w*)(?:\.([A-Za-z_]\w*))?\s*$/;

export type Template = (values: TemplateValues, escapeValue: (text: string) => string) => string;

/** Supports placeholders, but no conditions or loops. */
export function parseTemplate(source: string): Template {
  for (const [action, inside = ""] of source.matchAll(ACTION)) {
    if (!isOffered(inside)) throw new Error(`the placeholder ${action} is not supported`);
  }
  return (values, escapeValue) =>
    source.replace(ACTION, (_action, inside: string) => escapeValue(lookUp(inside, values)));
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&#34;")
    .replaceAll("'", "&#39;");
}

function isOffered(inside: string): boolean {
  const [, name = "", key] = FIELD.exec(inside) ?? [];
  return name === "Data" ? key !== undefined : key === undefined && NAMES.has(name);
}

function lookUp(inside: string, values: TemplateValues): string {
  const [, name = "", key] = FIELD.exec(inside) ?? [];
  const found = key === undefined ? values[name as keyof TemplateValues] : values.Data[key];
  if (found === undefined || found === null) return "";
  return typeof found === "string" ? found : JSON.stringify(found);
}
