import { z } from "zod";

/** Schema of a form that carries one id in a hidden field. */
export function uuidForm<N extends string>(name: N) {
  return z.object({ [name]: z.uuid() } as { [K in N]: z.ZodUUID });
}
