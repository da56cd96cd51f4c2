import { z } from "zod";

/**
 * Only the button that removes the image sends an intent. A missing or other value means `save`.
 */
export const imageIntent = z.literal("remove").or(z.literal("save")).catch("save");
