import type { SupabaseClient } from "@supabase/supabase-js";
import { expectTypeOf, it } from "vitest";
import type { AdminFlows } from "./admin-types.js";

type Admin = SupabaseClient["auth"]["admin"];

it("the service client has every admin call of supabase-js and no other call", () => {
  expectTypeOf<keyof AdminFlows>().toEqualTypeOf<keyof Admin>();
  expectTypeOf<keyof AdminFlows["mfa"]>().toEqualTypeOf<keyof Admin["mfa"]>();
  expectTypeOf<keyof AdminFlows["oauth"]>().toEqualTypeOf<keyof Admin["oauth"]>();
  expectTypeOf<keyof AdminFlows["passkey"]>().toEqualTypeOf<keyof Admin["passkey"]>();
  expectTypeOf<keyof AdminFlows["customProviders"]>().toEqualTypeOf<
    keyof Admin["customProviders"]
  >();
});

it("the admin calls take the arguments of supabase-js, even where the SDK declares its own result types", () => {
  type Own<F extends (...args: never[]) => unknown> = Parameters<F>;
  expectTypeOf<Own<AdminFlows["signOut"]>>().toEqualTypeOf<Own<Admin["signOut"]>>();
  expectTypeOf<Own<AdminFlows["oauth"]["deleteClient"]>>().toEqualTypeOf<
    Own<Admin["oauth"]["deleteClient"]>
  >();
  expectTypeOf<Own<AdminFlows["customProviders"]["deleteProvider"]>>().toEqualTypeOf<
    Own<Admin["customProviders"]["deleteProvider"]>
  >();
});
