import { z } from "zod";

/** `system` follows the device's setting. */
export const themeSchema = z.enum(["system", "light", "dark"]);

export type Theme = z.infer<typeof themeSchema>;
