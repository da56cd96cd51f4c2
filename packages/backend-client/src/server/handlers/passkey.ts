import type { VerifyPasskeyAuthenticationParams } from "@supabase/supabase-js";
import type { Result } from "../../errors/backend-error.js";
import type { PasskeyFlows } from "../auth-flow-types.js";
import { checkPostOrigin } from "../origin.js";
import type { HandlerContext } from "./context.js";
import { readJson } from "./fields.js";
import { respondError, respondJson, respondOriginRefusal } from "./respond.js";

type Handler = (context: HandlerContext) => Promise<Response>;

function step(
  run: (passkey: PasskeyFlows, body: Record<string, unknown>) => Promise<Result<unknown>>,
): Handler {
  return async ({ request, scope, settings }) => {
    const refusal = checkPostOrigin(request, settings.origin);
    if (refusal) return respondOriginRefusal(scope, refusal);
    const { data, error } = await run(scope.auth.passkey, await readJson(request));
    return error ? respondError(scope, scope.caller.refusal ?? error) : respondJson(scope, data);
  };
}

/**
 * Returns the challenge id and the credential as the browser sent them, because the auth service
 * checks both.
 */
function proofOf({ challengeId, credential }: Record<string, unknown>) {
  return {
    challengeId: String(challengeId),
    credential: credential as VerifyPasskeyAuthenticationParams["credential"],
  };
}

/**
 * `POST passkey/registration/options`: returns the options with which the browser creates a
 * passkey.
 */
export const postRegistrationOptions = step((passkey) => passkey.startRegistration());

/** `POST passkey/registration/verify`: adds the passkey to the signed-in user. */
export const postRegistration = step((passkey, body) => passkey.verifyRegistration(proofOf(body)));

/** `POST passkey/authentication/options`: returns the options with which the browser signs in. */
export const postAuthenticationOptions = step((passkey, { captchaToken }) =>
  passkey.startAuthentication(
    typeof captchaToken === "string" ? { options: { captchaToken } } : undefined,
  ),
);

/**
 * `POST passkey/authentication/verify`: signs the user in. The tab reads the session afterwards.
 */
export const postAuthentication = step((passkey, body) =>
  passkey.verifyAuthentication(proofOf(body)),
);
