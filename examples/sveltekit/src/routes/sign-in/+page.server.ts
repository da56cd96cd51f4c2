// integration: begin
import { returnTo, safeNext } from "@dossier/backend-client/server";
// integration: end
import { fail, redirect } from "@sveltejs/kit";
import { describe, isForEveryone } from "#lib/errors.ts";

export function load({ url }) {
  return { next: safeNext(url.searchParams.get("next"), "/notes") };
}

export const actions = {
  async default({ request, locals }) {
    const { auth } = locals.scope;
    const form = await request.formData();
    const read = (name: string) => String(form.get(name) ?? "");
    const [step, email, next] = [read("step"), read("email"), returnTo(form, "/notes")];

    if (step === "send") {
      const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      return error && isForEveryone(error)
        ? fail(400, { step: "password", email, next, error: describe(error) })
        : { step: "verify", email, next, error: undefined };
    }

    const { error } =
      step === "verify"
        ? await auth.verifyOtp({ email, token: read("code"), type: "email" })
        : await auth.signInWithPassword({ email, password: read("password") });
    if (!error) redirect(303, next);
    return fail(400, { step, email, next, error: describe(error) });
  },
};
