import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { isNestedTooDeep, MAX_JSON_DEPTH } from "../gateway/json-depth.ts";
import { AuthError, invalid } from "./errors.ts";

export const metadataField = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? undefined);

/** Converts null and an empty string to undefined. */
export const textField = z
  .string()
  .nullish()
  .transform((text) => text || undefined);

/** Keeps an empty password, so that a sign-up rejects it as too weak. */
export const passwordField = z
  .string()
  .nullish()
  .transform((password) => password ?? undefined);

export const challengeFields = {
  code_challenge: textField,
  code_challenge_method: textField,
};

export async function readOptionalBody<Schema extends z.ZodObject>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readText(c);
  return parseBody(text === "" ? "{}" : text, schema);
}

export async function readBody<Schema extends z.ZodObject>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parseBody(await readText(c), schema);
}

/** Keeps a byte order mark, which is invalid in JSON. `c.req.text()` would remove it. */
async function readText(c: Context): Promise<string> {
  const bytes = await c.req.arrayBuffer();
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function parseBody<Schema extends z.ZodObject>(text: string, schema: Schema): z.output<Schema> {
  // PostgreSQL cannot store NUL characters.
  if (text.includes("\\u0000") || text.includes("\0")) throw invalid("NUL is not allowed");
  if (isNestedTooDeep(text)) {
    throw invalid(`The request body is nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  if (text === "") throw badJson("unexpected end of JSON input");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badJson("it is not valid JSON");
  }
  if (/\\u[dD][89a-fA-F]/.test(text)) body = toWellFormed(body);
  const result = schema.safeParse(nameFields(body, schema));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".") || "the body";
  throw badJson(`${field}: ${issue?.message ?? "Invalid input"}`);
}

function badJson(cause: string): AuthError {
  return new AuthError(400, "bad_json", `Could not parse request body as JSON: ${cause}`);
}

/** As on hosted Supabase, null counts as an empty body, and field names are case-insensitive. */
function nameFields(body: unknown, schema: z.ZodObject): unknown {
  if (body === null) return {};
  if (typeof body !== "object" || Array.isArray(body)) return body;
  const names = Object.keys(schema.shape);
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const lower = key.toLowerCase();
      return [names.includes(lower) ? lower : key, value];
    }),
  );
}

const replaceHalves = (text: string) => text.replaceAll(/\p{Surrogate}/gu, "\ufffd");

/** PostgreSQL rejects unpaired surrogates. */
function toWellFormed(value: unknown): unknown {
  if (typeof value === "string") return replaceHalves(value);
  if (Array.isArray(value)) return value.map(toWellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [replaceHalves(key), toWellFormed(inner)]),
  );
}

export const refuseNul = createMiddleware(async (c, next) => {
  const values = Object.values(c.req.queries()).flat();
  if (values.some((value) => value.includes("\0"))) throw invalid("NUL is not allowed");
  await next();
});

export function isUuid(value: unknown): value is string {
  return z.guid().safeParse(value).success;
}

export function requireUuid(value: string | undefined, name: string): string {
  if (!isUuid(value)) {
    throw new AuthError(404, "validation_failed", `${name} must be an UUID`);
  }
  return value;
}
