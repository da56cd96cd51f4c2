import { defineBackend, unwrap } from "@dossier/backend-client";
import { createServiceClient, serviceCaller } from "@dossier/backend-client/service";
import type { Database } from "./database.js";
import { same } from "./same.js";

const backend = defineBackend<Database, { app_role: "owner" }>({
  url: "https://project.example",
  anonKey: "sb_publishable_x",
});
const service = createServiceClient(backend, { secretKey: "sb_secret_x" });

export async function namesTheCaller(request: Request): Promise<void> {
  const caller = await serviceCaller(request, { cron: "", billing: undefined });
  same<"cron" | "billing" | null>()(caller);
  // @ts-expect-error the name was not given
  caller === "other";
}

export async function infersTheDataOfEachCall(): Promise<void> {
  const rows = unwrap(await service.db.from("requests").select("id, due_on"));
  same<{ id: string; due_on: string | null }[]>()(rows);
  // @ts-expect-error the table is not in the project's types
  service.db.from("absent");

  const { admin } = service.auth;
  const page = unwrap(await admin.listUsers({ perPage: 10 }));
  same<number | null>()(page.nextPage);
  same<string>()(page.users[0]?.id ?? "");
  same<string>()(unwrap(await admin.createUser({ email: "a@a.test" })).user.id);
  same<null>()(unwrap(await admin.signOut("token", "others")));
  same<string>()(unwrap(await admin.mfa.deleteFactor({ id: "", userId: "" })).id);
  const link = { type: "recovery", email: "a@a.test" } as const;
  same<string>()(unwrap(await admin.generateLink(link)).properties.hashed_token);
  // @ts-expect-error a user needs attributes
  admin.createUser();
}
