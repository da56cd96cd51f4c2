"use server";

import { redirect } from "next/navigation";
import { guestAction } from "../../lib/backend.js";

export const signIn = guestAction(async ({ backend }, form) => {
  const { error } = await backend.auth.signInWithPassword({
    email: form.get("email"),
    password: form.get("password"),
  });
  redirect(error ? `/new?error=${error.code}` : "/new");
});
