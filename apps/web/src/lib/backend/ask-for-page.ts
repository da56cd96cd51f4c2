"use server";

import { refresh } from "next/cache";
import { guestAction } from "@/lib/backend/backend.server";
import { databaseAnswers } from "@/lib/backend/health";

// public: renders only the open page again, which checks access itself
/**
 * Renders the open page again if the database responds. During an outage, an error page would
 * replace the typed text. Unlike `router.refresh()`, this action does not fetch the linked pages.
 * @returns whether the database responded
 */
export const askForPage = guestAction(async (): Promise<boolean> => {
  const isReady = await databaseAnswers();
  if (isReady) refresh();
  return isReady;
});
