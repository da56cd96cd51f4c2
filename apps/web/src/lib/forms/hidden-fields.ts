import { z } from "zod";
import { toUuid } from "@/lib/ids/uuid";

/** The text of a field. Empty for a missing field; the first value of a repeated field. */
export const hidden = z
  .union([z.string(), z.array(z.string())])
  .default("")
  .transform((value) => [value].flat()[0] ?? "");

const id = hidden.transform(toUuid);

/** For hidden fields with ids. An invalid id becomes the nil UUID, and a missing id is empty. */
export function ids<Name extends string>(...names: Name[]) {
  const shape = Object.fromEntries(names.map((name) => [name, id]));
  return z.object(shape as { [N in Name]: typeof id });
}

/** True only for the text "true". */
export const flag = hidden.transform((value) => value === "true");

/** 0 for a missing field, and NaN for a text that is not a number. */
export const count = hidden.transform(Number);
