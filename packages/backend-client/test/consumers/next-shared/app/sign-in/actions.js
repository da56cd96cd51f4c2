"use server";

import { returnTo } from "@dossier/backend-client/server";
import { redirect } from "next/navigation";
import { guestAction } from "../../lib/backend.js";

export const signIn = guestAction(async ({ backend }, form) => {
  const { error } = await backend.auth.signInWithPassword({
    email: form.get("email"),
    password: form.get("password"),
  });
  const next = returnTo(form);
  redirect(error ? `/sign-in?error=${error.code}&next=${encodeURIComponent(next)}` : next);
});
