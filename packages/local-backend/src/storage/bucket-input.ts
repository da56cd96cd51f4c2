import { refuse } from "./errors.ts";
import { checkOf, integer } from "./validation.ts";

/** In an update, undefined keeps the old value, and null removes the old value. */
export interface BucketInput {
  public?: boolean;
  /** Number of bytes, or a text such as `20MB`. */
  file_size_limit?: number | string | null;
  allowed_mime_types?: string[] | null;
}

const SIZE = "^[0-9]+(?:\\.[0-9]+)?(?:[gG][bB]|[mM][bB]|[kK][bB]|[bB])$";

const SETTINGS = {
  public: { type: "boolean" },
  file_size_limit: {
    anyOf: [
      { ...integer(0), nullable: true },
      { type: "string", pattern: SIZE, nullable: true },
    ],
  },
  allowed_mime_types: { type: "array", nullable: true, items: { type: "string" } },
};

export const createCheck = checkOf<
  BucketInput & {
    name: string;
    id?: string;
    type?: "STANDARD" | "ANALYTICS";
    versioning_status?: string;
  }
>({
  type: "object",
  properties: {
    name: { type: "string" },
    id: { type: "string" },
    type: { type: "string", enum: ["STANDARD", "ANALYTICS"] },
    versioning_status: { type: "string" },
    ...SETTINGS,
  },
  required: ["name"],
});

export const updateCheck = checkOf<BucketInput>({
  type: "object",
  minProperties: 1,
  properties: SETTINGS,
  anyOf: [
    { required: ["public"] },
    { required: ["file_size_limit"] },
    { required: ["allowed_mime_types"] },
  ],
});

/** Powers of ten, as on hosted Supabase. In config.toml, units are powers of 1024. */
const UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

export function limitBytesOf(
  limit: BucketInput["file_size_limit"],
  maxBytes: number,
): number | null | undefined {
  if (limit === undefined || limit === null) return limit;
  const bytes = typeof limit === "number" ? limit : parseSize(limit);
  if (bytes > maxBytes) throw refuse.tooLarge();
  return bytes;
}

function parseSize(text: string): number {
  const unit = /[a-z]+$/i.exec(text)?.[0] ?? "";
  // Hosted Supabase rounds to three significant digits.
  const amount = Number(Number.parseFloat(text).toPrecision(3));
  return Math.round(amount * (UNITS[unit.toUpperCase()] ?? 1));
}

const MIME_TYPE = /^[\w\-+.]+\/(?:[\w\-+.]+(?:;\s*charset=[\w-]+)?|\*)$/;

export function mimeTypesOf(types: BucketInput["allowed_mime_types"]): string[] | null | undefined {
  const given = types?.filter((type) => type !== "");
  for (const type of given ?? []) {
    const isValid = type === "*" || type === "*/*" || MIME_TYPE.test(type);
    if (!isValid || type.length > 1000) throw refuse.mimeType(type);
  }
  return given ?? (types as null | undefined);
}
