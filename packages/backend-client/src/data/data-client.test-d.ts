import { describe, expectTypeOf, it } from "vitest";
import { unwrap } from "../errors/backend-error.js";
import { createDataClient } from "./data-client.js";

interface Database {
  public: {
    Tables: {
      requests: {
        Row: { id: string; title: string; due_on: string | null };
        Insert: { id?: string; title: string; due_on?: string | null };
        Update: { title?: string };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      send_request: { Args: { request_id: string }; Returns: { state: string } };
    };
  };
}

const options = { url: "", anonKey: "" };

describe("createDataClient", () => {
  const db = createDataClient<Database>(options);

  it("types the columns of a query, and the result of unwrap", async () => {
    const rows = unwrap(await db.from("requests").select("id, due_on"));
    expectTypeOf(rows).toEqualTypeOf<{ id: string; due_on: string | null }[]>();
    const sent = unwrap(await db.rpc("send_request", { request_id: "1" }));
    expectTypeOf(sent).toEqualTypeOf<{ state: string }>();
  });

  it("rejects tables, columns and arguments that the schema does not have", () => {
    // @ts-expect-error no such table
    db.from("nothing");
    // @ts-expect-error title is missing
    db.from("requests").insert({ due_on: null });
    // @ts-expect-error wrong argument
    db.rpc("send_request", { id: "1" });
    // @ts-expect-error no such schema
    db.schema("private");
  });

  it("leaves queries untyped without generated types", () => {
    const untyped = createDataClient(options);
    untyped.schema("private").from("anything").select("x").eq("y", 1);
    untyped.rpc("any_function", { a: 1 });
  });
});
