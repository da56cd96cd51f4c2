"use server";

import { refresh } from "next/cache";
import { guestAction } from "@/lib/backend/backend.server";
import { databaseAnswers } from "@/lib/backend/health";

/**
 * Renders the page again, if the database answers: otherwise an error would replace the page and what
 * is typed there. A refresh by the router would also ask for everything that the page's links lead to.
 * @returns whether the database answered
 */
export const askForPage = guestAction(async (): Promise<boolean> => {
  const isReady = await databaseAnswers();
  if (isReady) refresh();
  return isReady;
});
