import "server-only";
import { after } from "next/server";
import type { getBackend } from "@/lib/backend/backend.server";

type Functions = Pick<Awaited<ReturnType<typeof getBackend>>, "functions">;

/**
 * Has the mail that was just queued delivered at once, after the answer has left. Nothing is lost
 * when this fails: the mail stands in the outbox and the minute's sweep delivers it.
 */
export function deliverMailSoon({ functions }: Functions): void {
  after(async () => {
    const { error } = await functions.invoke("deliver-mail", { body: {} });
    if (error)
      console.warn(`deliver-mail was not reached (${error.code}); the sweep will deliver.`);
  });
}
