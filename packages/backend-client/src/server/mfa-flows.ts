import type { User } from "@supabase/supabase-js";
import type { Result } from "../errors/backend-error.js";
import type { MfaFlows } from "./auth-flow-types.js";
import type { FlowContext, RunFlow } from "./flow-context.js";

/** Builds the second-factor flows; they all act as the signed-in user. */
export function createMfaFlows(run: RunFlow, context: FlowContext): MfaFlows {
  const plan = (operation: string) => ({ operation: `auth.mfa.${operation}`, needsSession: true });
  const listFactors: MfaFlows["listFactors"] = () =>
    run({ ...plan("listFactors"), isRead: true }, (auth) => auth.mfa.listFactors());
  /** Verification answers fresh tokens; they went into the cookies and only the user is shown. */
  const userOnly = (result: Result<unknown>): Result<{ user: User | null }> => {
    if (result.error) return result;
    const { data } = result;
    const user = typeof data === "object" && data !== null && "user" in data ? data.user : null;
    return { data: { user: user as User | null }, error: null };
  };
  return {
    enroll: ((input: never) => run(plan("enroll"), (auth) => auth.mfa.enroll(input))) as never,
    challenge: ((input: never) =>
      run(plan("challenge"), (auth) => auth.mfa.challenge(input))) as never,
    verify: async (input) =>
      userOnly(await run(plan("verify"), (auth) => auth.mfa.verify(input as never))),
    challengeAndVerify: async (input) =>
      userOnly(await run(plan("challengeAndVerify"), (auth) => auth.mfa.challengeAndVerify(input))),
    unenroll: (input) => run(plan("unenroll"), (auth) => auth.mfa.unenroll(input)),
    listFactors,
    async getAuthenticatorAssuranceLevel() {
      const factors = await listFactors();
      if (factors.error) return factors;
      const session = await context.session();
      const currentLevel = session.status === "authenticated" ? session.claims.aal : "aal1";
      const hasVerified = factors.data.all.some(({ status }) => status === "verified");
      return {
        data: { currentLevel, nextLevel: hasVerified ? "aal2" : currentLevel },
        error: null,
      };
    },
  };
}
