"use server";

import { redirect } from "next/navigation";
import { createClient } from "../../lib/supabase.js";

export async function signIn(form) {
  const { auth } = await createClient();
  const { error } = await auth.signInWithPassword({
    email: form.get("email"),
    password: form.get("password"),
  });
  redirect(error ? `/old?error=${error.code}` : "/old");
}

export async function signOut() {
  const { auth } = await createClient();
  await auth.signOut();
  redirect("/old");
}
