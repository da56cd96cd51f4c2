import { createHash } from "node:crypto";

const SHOWN_CHARACTERS = 300;

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, "<jwt>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, "<time>"],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, "<date>"],
  [/\b(?!00000000-0000-4000-8000-0{11}[ab])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<uuid>"],
  // The folder in which the recorded service stored its files.
  [/stub\/real\/[^/]+\/(.*)\/<uuid> contains/g, "$1 contains"],
];

export function masked(text: string): string {
  return MASKS.reduce((now, [pattern, mask]) => now.replace(pattern, mask), text);
}

export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, entry) =>
    typeof entry === "object" && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function recordedForm(body: string): string {
  const value = parsed(body);
  return masked(typeof value === "object" && value !== null ? canonical(value) : body);
}

function errorIn(body: string): Record<string, unknown> | undefined {
  const value = parsed(body);
  const isError =
    typeof value === "object" && value !== null && "statusCode" in value && "message" in value;
  return isError ? (value as Record<string, unknown>) : undefined;
}

function bodyText(body: string): string {
  const failure = errorIn(body);
  if (failure) {
    const { code, error, message, statusCode, ...rest } = failure;
    const more = Object.keys(rest).length > 0 ? ` ${canonical(rest)}` : "";
    return `${statusCode} ${code ?? "(no code)"} “${message}” (${error})${more}`;
  }
  const shown = typeof parsed(body) === "object" ? body : JSON.stringify(body);
  if (shown.length <= SHOWN_CHARACTERS) return shown;
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 12);
  return `${shown.slice(0, SHOWN_CHARACTERS)}… (${body.length} characters, ${digest})`;
}

export function answerText(
  status: number,
  body: string,
  headers: Readonly<Record<string, string | null>>,
): string {
  const lines = Object.entries(headers).map(([name, value]) =>
    value === null ? `no ${name}` : `${name}: ${masked(value)}`,
  );
  return [String(status), bodyText(body), ...lines].filter((part) => part !== '""').join(" · ");
}
