import { expect } from "@playwright/test";
import { queryAsOwner } from "../database";
import { callBackend } from "../fixtures/backend-calls";
import type { Person } from "../people";

/**
 * Moves the time when the user last confirmed a factor or code back by the interval `by`, and
 * refreshes the session, so that the token contains the new time. A negative interval moves the
 * time forward.
 */
export async function backdateConfirmation(
  { context }: Pick<Person, "context">,
  { email, method, by }: { email: string; method: "totp" | "otp"; by: string },
): Promise<void> {
  await queryAsOwner(
    `update auth.mfa_amr_claims c set updated_at = c.updated_at - $3::interval
     from auth.sessions s join auth.users u on u.id = s.user_id
     where c.session_id = s.id and c.authentication_method = $2 and u.email = $1`,
    [email, method, by],
  );
  // Delete the challenges that used codes, because the auth service would refuse these codes.
  await queryAsOwner(
    `delete from auth.mfa_challenges c using auth.mfa_factors f, auth.users u
     where f.id = c.factor_id and u.id = f.user_id and c.verified_at is not null and u.email = $1`,
    [email],
  );
  const session = await callBackend(context, (scope) => scope.refresh());
  expect(session.status).toBe("authenticated");
}
