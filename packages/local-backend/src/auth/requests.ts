import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { isNestedTooDeep, MAX_JSON_DEPTH } from "../gateway/json-depth.ts";
import { AuthError, invalid } from "./errors.ts";

const MAX_EMAIL_CHARACTERS = 255;
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Trimmed and in lower case. An empty address counts as absent. */
export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .transform((email) => (email === "" ? undefined : email))
  .refine((email) => email === undefined || isEmail(email), {
    message: "Unable to validate email address: invalid format",
  })
  .nullish()
  .transform((email) => email ?? undefined);

export const metadataField = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? undefined);

/** Null and empty strings count as absent. */
export const textField = z
  .string()
  .nullish()
  .transform((text) => text || undefined);

export const challengeFields = {
  code_challenge: textField,
  code_challenge_method: textField,
};

/** @throws AuthError 400 `bad_json`, `validation_failed` */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await c.req.text();
  // PostgreSQL cannot store NUL.
  if (text.includes("\\u0000") || text.includes("\0")) throw invalid("NUL is not allowed");
  if (isNestedTooDeep(text)) {
    throw invalid(`The request body is nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  let body: unknown;
  try {
    body = text === "" ? {} : JSON.parse(text);
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  const message = issue?.message ?? "Invalid request body";
  throw invalid(issue?.code === "custom" || field === "" ? message : `${field}: ${message}`);
}

/** PostgreSQL cannot store NUL. */
export const refuseNul = createMiddleware(async (c, next) => {
  const values = Object.values(c.req.queries()).flat();
  if (values.some((value) => value.includes("\0"))) throw invalid("NUL is not allowed");
  await next();
});

export function requireUuid(value: string | undefined, name: string): string {
  if (value === undefined || !z.guid().safeParse(value).success) {
    throw invalid(`${name} must be an UUID`);
  }
  return value;
}

export function requireEmail(email: string | undefined): string {
  if (email === undefined) throw invalid("An email address is required");
  return email;
}

function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(email);
}
