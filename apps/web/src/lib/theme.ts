import { z } from "zod";

/** Color scheme that a user chose; `system` follows the device. */
export const themeSchema = z.enum(["system", "light", "dark"]);

/** See {@link themeSchema}. */
export type Theme = z.infer<typeof themeSchema>;
