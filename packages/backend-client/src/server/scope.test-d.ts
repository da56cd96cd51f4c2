import type { MFAVerifyWebauthnParams } from "@supabase/supabase-js";
import { expectTypeOf, it } from "vitest";
import { defineBackend } from "../config/define-backend.js";
import { unwrap } from "../errors/backend-error.js";
import { createSessionServer } from "./session-server.js";

interface Database {
  public: {
    Tables: {
      notes: {
        Row: { id: number; body: string };
        Insert: { id?: number; body: string };
        Update: { id?: number; body?: string };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: { whoami: { Args: Record<never, never>; Returns: string } };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
}

const scope = createSessionServer(defineBackend<Database>()).open(new Request("http://a.test"));

it("a scope's queries return rows of the project's generated types", async () => {
  const rows = unwrap(await scope.db.from("notes").select("id, body"));
  expectTypeOf(rows).toEqualTypeOf<{ id: number; body: string }[]>();
  expectTypeOf(unwrap(await scope.anonymous.db.rpc("whoami"))).toEqualTypeOf<string>();
  // @ts-expect-error: there is no such table
  scope.db.from("nothing");
});

it("a session's type depends on its status", async () => {
  const session = await scope.session();
  if (session.status === "authenticated") expectTypeOf(session.accessToken).toBeString();
  // @ts-expect-error: only a signed-in session has a token
  session.accessToken;
  if (session.status === "unavailable") expectTypeOf(session.error.retryable).toBeBoolean();
});

it("auth flows accept Supabase's arguments, and their results have no tokens", async () => {
  const { data } = await scope.auth.signInWithPassword({ email: "a@b.test", password: "x" });
  // @ts-expect-error: tokens stay with the SDK
  data?.session?.access_token;
  // @ts-expect-error: a password is needed
  await scope.auth.signInWithPassword({ email: "a@b.test" });
});

it("a second factor can be an app or a phone, but not WebAuthn", async () => {
  const { mfa } = scope.auth;
  await mfa.enroll({ factorType: "totp" });
  await mfa.enroll({ factorType: "phone", phone: "+4912345" });
  // @ts-expect-error: a security key cannot be added
  await mfa.enroll({ factorType: "webauthn", friendlyName: "key" });
  await mfa.verify({ factorId: "f", challengeId: "c", code: "123456" });
  // @ts-expect-error: a security key cannot be verified
  await mfa.verify({} as MFAVerifyWebauthnParams);
});

it("a method that is called without its scope does not compile", () => {
  const { session, requireSession, apply } = scope;
  // @ts-expect-error: `session` would lose its scope
  session();
  // @ts-expect-error: `requireSession` would lose its scope
  requireSession();
  // @ts-expect-error: `apply` would lose its scope
  apply(new Response());
});
