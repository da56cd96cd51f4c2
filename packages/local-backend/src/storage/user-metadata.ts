import { isNestedTooDeep } from "../gateway/json-depth.ts";
import { refuse } from "./errors.ts";

export type UserMetadata = Record<string, unknown>;

const MAX_BYTES = 1024 * 1024;

export function userMetadataIn(header: string | null | undefined): UserMetadata | undefined {
  if (header === null || header === undefined) return undefined;
  return parseUserMetadata(Buffer.from(header, "base64").toString("utf8"));
}

/** Returns undefined if the text is not JSON, as hosted Supabase does. */
export function parseUserMetadata(text: string | undefined): UserMetadata | undefined {
  if (text === undefined || text === "") return undefined;
  if (Buffer.byteLength(text) > MAX_BYTES) throw refuse.tooLarge("user_metadata");
  if (isNestedTooDeep(text)) throw refuse.invalidRequest("Metadata is nested too deep");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value === "string" || Array.isArray(value)) {
    throw refuse.invalidParameter("invalid input syntax for type json");
  }
  return typeof value === "object" && value !== null ? (value as UserMetadata) : undefined;
}
