import { decodeJwt } from "jose";

export interface Answer {
  status: unknown;
  code?: unknown;
  message: string;
  headers: readonly string[];
  cacheControl?: string | undefined;
  location?: string | undefined;
  body: unknown;
  claims?: Record<string, unknown> | undefined;
}

/** Headers whose presence, but not value, is compared. */
const COMPARED = ["allow", "link", "x-sb-error-code", "x-supabase-api-version", "x-total-count"];

/** Matches parameters whose values differ in every run. */
const SECRET_PARAMETERS = /(access_token|refresh_token|expires_at|(?<![a-z_])code)=[^&]+/g;

function mask(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>")
    .replace(/after \d+ seconds/, "after N seconds")
    .replace(/^[a-z_]{12,}$/, "<rt>");
}

function describeLocation(location: string): string {
  const masked = location
    .replaceAll(SECRET_PARAMETERS, (part) => `${part.split("=", 1)[0]}=…`)
    .replace(/^http:\/\/(127\.0\.0\.1:3000|<host>)\/?/, "<site>");
  // The parameter `sb` has no fixed position, and the recording omits it from links with tokens.
  return masked.includes("access_token=") ? masked.replace(/&sb=(?=&|$)/, "") : masked;
}

/** Fields whose values are compared. For other numbers, only the type is compared. */
const COUNTS = ["after", "tokens"];

/**
 * Describes a value by its type. Booleans, null, empty strings and lists of numbers stay unchanged.
 */
function shapeOf(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (value === "") return '""';
  // The recording contains `<epoch#>` instead of seconds since the epoch.
  if (value === "<epoch#>") return "number";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value) && value.every((item) => typeof item === "number")) {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.length === 0 ? "" : shapeOf(common(value))}]`;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  const fields = entries.map(([key, field]) => {
    const shape = COUNTS.includes(key) ? String(field) : shapeOf(field);
    return shape === "string" ? key : `${key}:${shape}`;
  });
  return `{${fields.join(", ")}}`;
}

/** Merges the items into one with only the fields that all items have. */
function common(items: readonly unknown[]): unknown {
  return items.reduce((left, right) => {
    if (!isRecord(left) || !isRecord(right)) return left;
    const shared = Object.entries(left).filter(([key]) => Object.hasOwn(right, key));
    return Object.fromEntries(shared.map(([key, value]) => [key, common([value, right[key]])]));
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describeClaims(claims: Record<string, unknown>): string {
  const methods = (claims.amr as { method: string }[]).map(({ method }) => mask(method));
  const names = Object.keys(claims).filter((name) => name !== "life" && name !== "jti");
  return `token of ${claims.aal} by ${methods.join(", ")} with ${names.sort().join(", ")}`;
}

/**
 * Describes an unparsed body. Text that is not JSON differs in every run, so only its presence
 * counts.
 */
function describeText(body: string): string {
  if (body === "") return "no body";
  return body.startsWith("{") ? JSON.stringify(JSON.parse(body)) : "text";
}

export function describeAnswer(answer: Answer): string {
  const { status, code, message, headers, cacheControl, location, body, claims } = answer;
  const parts = [String(status)];
  if (code !== undefined) parts.push(String(code));
  if (message !== "") parts.push(`“${mask(message)}”`);
  const known = headers.filter((name) => COMPARED.includes(name)).sort();
  if (known.length > 0) parts.push(`[${known.join(", ")}]`);
  if (cacheControl !== undefined) parts.push(`cache-control: ${cacheControl}`);
  if (location !== undefined) parts.push(`location: ${describeLocation(location)}`);
  else if (typeof body === "string") parts.push(describeText(body));
  else parts.push(shapeOf(body));
  if (claims !== undefined) parts.push(describeClaims(claims));
  return parts.join(" ");
}

export function claimsIn(body: unknown): Record<string, unknown> | undefined {
  const token = isRecord(body) ? body.access_token : undefined;
  return typeof token === "string" && token.includes(".") ? decodeJwt(token) : undefined;
}
