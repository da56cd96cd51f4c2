import { createHash } from "node:crypto";
import { canonical, masked } from "./storage-text.ts";

const COMPARED = [
  ...["content-type", "content-range", "content-location", "content-profile", "location"],
  ...["preference-applied", "www-authenticate"],
] as const;

/** Maximum length of a recorded body. */
const RECORDED_CHARACTERS = 500;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function recordedBody(body: string): string {
  const value = parsed(body);
  const text = typeof value === "object" && value !== null ? canonical(value) : body;
  return masked(text).slice(0, RECORDED_CHARACTERS);
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? "[]" : `${value.length} × ${shapeOf(value[0])}`;
  }
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${key}: ${shapeOf(entry)}`).join(", ")}}`;
}

function bodyText(body: string): string {
  const value = parsed(body);
  if (typeof value === "object" && value !== null) {
    const { code, message, details, hint } = value as Record<string, string | null | undefined>;
    if (message === undefined) return shapeOf(value);
    const more = [details, hint].filter((text) => typeof text === "string").join(" / ");
    return `${code ?? "(no code)"} “${message}”${more === "" ? "" : ` (${more})`}`;
  }
  if (value !== undefined) return JSON.stringify(value);
  if (body.length < RECORDED_CHARACTERS) return JSON.stringify(body);
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 12);
  return `begins with ${body.slice(0, 40)}… (${digest})`;
}

export function restText(status: number, body: string, headers: Headers): string {
  const lines = COMPARED.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [`${name}: ${masked(String(value))}`];
  });
  return [String(status), bodyText(body), ...lines].filter((part) => part !== '""').join(" · ");
}
