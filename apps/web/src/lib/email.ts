import "server-only";
import { after } from "next/server";
import type { getBackend } from "@/lib/backend/backend.server";

type Functions = Pick<Awaited<ReturnType<typeof getBackend>>, "functions">;

/**
 * After the response is sent, delivers the email that was just queued. If that fails, the email
 * stays in the outbox, and the next sweep delivers it within a minute.
 */
export function deliverEmailSoon({ functions }: Functions): void {
  after(async () => {
    const { error } = await functions.invoke("deliver-email", { body: {} });
    if (error) console.warn(`deliver-email failed (${error.code}); the next sweep delivers.`);
  });
}
