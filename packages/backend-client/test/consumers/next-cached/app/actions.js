"use server";

import { returnTo } from "@dossier/backend-client/server";
import { redirect } from "next/navigation";
import { action, guestAction } from "../lib/backend.js";

export const signIn = guestAction(async ({ backend }, form) => {
  const { error } = await backend.auth.signInWithPassword({
    email: form.get("email"),
    password: form.get("password"),
  });
  const next = returnTo(form);
  redirect(error ? `/sign-in?error=${error.code}&next=${encodeURIComponent(next)}` : next);
});

export const write = action(async ({ backend }, form) => {
  const { error } = await backend.db.from("notes").insert({ body: form.get("body") });
  redirect(error ? `/o/acme/requests?error=${error.code}` : "/o/acme/requests?written=1");
});
