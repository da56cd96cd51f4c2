"use server";
// integration: begin
import { returnTo } from "@dossier/backend-client/server";
// integration: end
import { redirect } from "next/navigation";
import type { SignInState } from "@/app/sign-in/state";
import { guestAction } from "@/lib/backend";
import { describe, isForEveryone } from "@/lib/errors";

export const signIn = guestAction(
  async ({ backend }, _before: SignInState, form: FormData): Promise<SignInState> => {
    const read = (name: string) => String(form.get(name) ?? "");
    const [step, email] = [read("step"), read("email")];

    if (step === "send") {
      const options = { shouldCreateUser: false };
      const { error } = await backend.auth.signInWithOtp({ email, options });
      return error && isForEveryone(error)
        ? { step: "password", email, error: describe(error) }
        : { step: "verify", email };
    }

    const { error } =
      step === "verify"
        ? await backend.auth.verifyOtp({ email, token: read("code"), type: "email" })
        : await backend.auth.signInWithPassword({ email, password: read("password") });
    if (!error) redirect(returnTo(form, "/notes"));
    return { step: step === "verify" ? "verify" : "password", email, error: describe(error) };
  },
);
