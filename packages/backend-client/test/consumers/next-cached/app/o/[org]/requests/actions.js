"use server";

import { redirect } from "next/navigation";
import { action } from "../../../../lib/backend.js";

export const write = action(async ({ backend }, form) => {
  const { error } = await backend.db.from("notes").insert({ body: form.get("body") });
  redirect(error ? `/o/acme/requests?error=${error.code}` : "/o/acme/requests?written=1");
});
