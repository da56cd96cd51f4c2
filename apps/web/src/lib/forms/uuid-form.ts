import { z } from "zod";

export function uuidForm<N extends string>(name: N) {
  return z.object({ [name]: z.uuid() } as { [K in N]: z.ZodUUID });
}
