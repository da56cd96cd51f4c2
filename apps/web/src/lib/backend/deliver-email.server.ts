import "server-only";
import { after } from "next/server";
import type { getBackend } from "@/lib/backend/backend.server";

type Functions = Pick<Awaited<ReturnType<typeof getBackend>>, "functions">;

/**
 * Starts the delivery of queued emails after the response. If the call fails, the database's next
 * sweep delivers them within a minute.
 */
export function deliverEmailSoon({ functions }: Functions): void {
  after(async () => {
    const { error } = await functions.invoke("deliver-email", { body: {} });
    if (error) {
      console.warn(`deliver-email failed (${error.code}). The next sweep delivers the email.`);
    }
  });
}
