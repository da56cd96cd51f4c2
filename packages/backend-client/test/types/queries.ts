import { type BackendError, type ErrorCodes, result, unwrap } from "@dossier/backend-client";
import type { BrowserBackend } from "@dossier/backend-client/browser";
import type { Scope } from "@dossier/backend-client/server";
import type { Database } from "./database.js";
import { same } from "./same.js";

type Answer<T> = { data: T; error: null } | { data: null; error: BackendError };

function take<T>(answer: Answer<T>): T {
  if (answer.error) {
    same<null>()(answer.data);
    throw answer.error;
  }
  return answer.data;
}

export async function infersTheDataOfEachQuery({ db }: Scope<Database>): Promise<void> {
  const rows = take(await result(db.from("requests").select("id, due_on")));
  same<{ id: string; due_on: string | null }[]>()(rows);

  const embedded = take(await result(db.from("requests").select("id, firms(name)")));
  same<{ id: string; firms: { name: string } }[]>()(embedded);
  const nested = take(await result(db.from("firms").select("name, requests(title)")));
  same<{ name: string; requests: { title: string }[] }[]>()(nested);

  const one = take(await result(db.from("requests").select("title").eq("id", "1").single()));
  same<{ title: string }>()(one);
  const maybe = await result(db.from("requests").select("title").eq("id", "1").maybeSingle());
  if (!maybe.error) same<{ title: string } | null>()(maybe.data);

  same<string>()(take(await result(db.from("requests").select("id").csv())));
  same<{ state: string }>()(take(await result(db.rpc("send_request", { request_id: "1" }))));
  const overridden = db.from("requests").select("id").overrideTypes<{ id: "a" | "b" }[]>();
  same<{ id: "a" | "b" }[]>()(take(await result(overridden)));
  same<null>()(take(await result(db.from("firms").insert({ name: "Harbour" }))));
  same<{ id: string }[]>()(
    take(await result(db.from("firms").insert({ name: "Harbour" }).select("id"))),
  );
}

export async function unwrapsTheSameData({ db }: Scope<Database>): Promise<void> {
  const query = db.from("requests").select("id, firms(name)");
  same<{ id: string; firms: { name: string } }[]>()(unwrap(await query));
  same<{ id: string; firms: { name: string } }[]>()(unwrap(await result(query)));
  const maybe = db.from("requests").select("title").maybeSingle();
  same<{ title: string } | null>()(unwrap(await result(maybe)));
}

export async function typesQueriesOfABrowser({ db }: BrowserBackend<Database>): Promise<void> {
  const { data } = await result(db.from("requests").select("id"));
  same<{ id: string }[] | null>()(data);
}

export async function keepsUpstreamsResultOfAnAwaitedQuery({ db }: Scope<Database>): Promise<void> {
  const { count } = await db.from("requests").select("id", { count: "exact" });
  same<number | null>()(count);
  const found = await result(db.from("requests").select("id"));
  // @ts-expect-error: result returns data and error only
  found.count;
}

export async function refusesWhatTheSchemaDoesNotHave({ db }: Scope<Database>): Promise<void> {
  // @ts-expect-error: there is no such table
  db.from("nothing");
  // @ts-expect-error: the title is missing
  db.from("requests").insert({ firm_id: "1" });
  // @ts-expect-error: the argument must be a query, not a function
  await result(() => db.from("requests").select("id"));
}

export async function narrowsTheErrorByItsKind({ db }: Scope<Database>): Promise<string> {
  const { data, error } = await result(db.from("requests").select("id, title"));
  if (!error) return data.map(({ title }) => title).join();
  if (error.kind === "database" && error.code === "42501") return "forbidden";
  switch (error.kind) {
    case "auth":
      same<ErrorCodes["auth"]>()(error.code);
      return "sign in";
    case "network":
      same<ErrorCodes["network"]>()(error.code);
      return "try again";
    case "database":
    case "storage":
    case "functions":
    case "realtime":
      return error.code;
    default:
      return error satisfies never;
  }
}
