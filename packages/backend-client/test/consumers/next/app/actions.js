"use server";

import { redirect } from "next/navigation";
import { action, guestAction } from "../lib/backend.js";

export const signIn = guestAction(async ({ backend }, form) => {
  const { error } = await backend.auth.signInWithPassword({
    email: form.get("email"),
    password: form.get("password"),
  });
  redirect(error ? `/?error=${error.code}` : "/");
});

export const write = action(async ({ backend, session }, form) => {
  const { error } = await backend.db.from("notes").insert({ body: form.get("body") });
  redirect(error ? `/?error=${error.code}` : `/?by=${session.claims.sub}`);
});

export const leave = action(async ({ backend }) => {
  await backend.auth.signOut({ scope: "local" });
  redirect("/");
});
