"use server";

import { redirect } from "next/navigation";
import { action, guestAction } from "../../lib/backend.js";

export const report = action(async ({ session }) => {
  redirect(`/plain?action=${session.claims.email}`);
});

export const signInHere = guestAction(async ({ backend }, form) => {
  await backend.auth.signInWithPassword({
    email: form.get("email"),
    password: form.get("password"),
  });
});

export const leaveHere = guestAction(async ({ backend }) => {
  await backend.auth.signOut({ scope: "local" });
});
