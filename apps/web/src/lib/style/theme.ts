import { z } from "zod";

export const themeSchema = z.enum(["system", "light", "dark"]);

export type Theme = z.infer<typeof themeSchema>;
