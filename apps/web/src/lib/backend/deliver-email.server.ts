import "server-only";
import { after } from "next/server";
import type { getBackend } from "@/lib/backend/backend.server";

type Functions = Pick<Awaited<ReturnType<typeof getBackend>>, "functions">;

/** If the call fails, the next sweep delivers the emails within a minute. */
export function deliverEmailSoon({ functions }: Functions): void {
  after(async () => {
    const { error } = await functions.invoke("deliver-email", { body: {} });
    if (error) {
      console.warn(`deliver-email failed (${error.code}). The next sweep delivers the email.`);
    }
  });
}
