"use server";

import { refresh } from "next/cache";
import { guestAction } from "@/lib/backend/backend.server";
import { databaseAnswers } from "@/lib/backend/health";

// public: renders only the open page again, which checks access itself
/**
 * Renders the open page again, but only if the database responds. If it does not, an error page
 * would replace the typed text. `router.refresh()` would also fetch every linked page.
 * @returns whether the database responded
 */
export const askForPage = guestAction(async (): Promise<boolean> => {
  const isReady = await databaseAnswers();
  if (isReady) refresh();
  return isReady;
});
