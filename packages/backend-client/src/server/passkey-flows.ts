import type { SupabaseClient } from "@supabase/supabase-js";
import type { Result } from "../errors/backend-error.js";
import type { PasskeyFlows, SignedIn } from "./auth-flow-types.js";
import type { FlowPlan, RunFlow, Upstream } from "./flow-context.js";

type SignIn = (
  via: "passkey",
  call: (auth: SupabaseClient["auth"]) => Promise<Upstream>,
  plan: Pick<FlowPlan, "operation">,
) => Promise<Result<SignedIn>>;

export function createPasskeyFlows(run: RunFlow, signIn: SignIn): PasskeyFlows {
  const named = (name: string) => `auth.passkey.${name}`;
  const asUser = (name: string) => ({ operation: named(name), needsSession: true });
  return {
    startRegistration: () =>
      run(asUser("startRegistration"), (auth) => auth.passkey.startRegistration()),
    verifyRegistration: (proof) =>
      run(asUser("verifyRegistration"), (auth) => auth.passkey.verifyRegistration(proof)),
    startAuthentication: (input) =>
      run({ operation: named("startAuthentication"), needsSession: false }, (auth) =>
        auth.passkey.startAuthentication(input),
      ),
    verifyAuthentication: (proof) =>
      signIn("passkey", (auth) => auth.passkey.verifyAuthentication(proof), {
        operation: named("verifyAuthentication"),
      }),
    list: () => run({ ...asUser("list"), isRead: true }, (auth) => auth.passkey.list()),
    update: (change) => run(asUser("update"), (auth) => auth.passkey.update(change)),
    delete: (passkey) => run(asUser("delete"), (auth) => auth.passkey.delete(passkey)),
  };
}
