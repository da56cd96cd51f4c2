"use server";

import { refresh } from "next/cache";
import { guestAction } from "@/lib/backend/backend.server";
import { databaseAnswers } from "@/lib/backend/health";

// public: renders only the open page again, which checks access itself
/**
 * Renders the page again if the database responds. During an outage, does nothing, because an error
 * page would replace the page and the typed text. Does not use `router.refresh()`, which would also
 * fetch every linked page.
 * @returns whether the database responded
 */
export const askForPage = guestAction(async (): Promise<boolean> => {
  const isReady = await databaseAnswers();
  if (isReady) refresh();
  return isReady;
});
