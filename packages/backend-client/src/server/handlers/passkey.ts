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

/** Checks neither value, because the auth service does. */
function proofOf({ challengeId, credential }: Record<string, unknown>) {
  return {
    challengeId: String(challengeId),
    credential: credential as VerifyPasskeyAuthenticationParams["credential"],
  };
}

export const postRegistrationOptions = step((passkey) => passkey.startRegistration());

export const postRegistration = step((passkey, body) => passkey.verifyRegistration(proofOf(body)));

export const postAuthenticationOptions = step((passkey, { captchaToken }) =>
  passkey.startAuthentication(
    typeof captchaToken === "string" ? { options: { captchaToken } } : undefined,
  ),
);

export const postAuthentication = step((passkey, body) =>
  passkey.verifyAuthentication(proofOf(body)),
);
