import type { User } from "@supabase/supabase-js";
import type { Result } from "../errors/backend-error.js";
import type { MfaFlows } from "./auth-flow-types.js";
import type { FlowContext, RunFlow } from "./flow-context.js";

export function createMfaFlows(run: RunFlow, context: FlowContext): MfaFlows {
  const plan = (operation: string) => ({ operation: `auth.mfa.${operation}`, needsSession: true });
  // Cache the factors: a guard, the page and a form may all read them in one request, and each user
  // may cause only six calls a minute. The cache is valid for one token, because a sign-in changes
  // the user.
  let listed: { token: string | null; answer: ReturnType<MfaFlows["listFactors"]> } | null = null;
  const listFactors: MfaFlows["listFactors"] = async () => {
    const session = await context.session();
    const token = session.status === "authenticated" ? session.accessToken : null;
    if (listed === null || listed.token !== token) {
      const given = { ...plan("listFactors"), isRead: true };
      listed = { token, answer: run(given, (auth) => auth.mfa.listFactors()) };
    }
    const asked = listed;
    const result = await asked.answer;
    if (result.error && listed === asked) listed = null;
    return result;
  };
  const change: RunFlow = async (given, call) => {
    try {
      return await run(given, call);
    } finally {
      listed = null;
    }
  };
  const userOnly = (result: Result<unknown>): Result<{ user: User | null }> => {
    if (result.error) return result;
    const { data } = result;
    const user = typeof data === "object" && data !== null && "user" in data ? data.user : null;
    return { data: { user: user as User | null }, error: null };
  };
  return {
    enroll: ((input: never) => change(plan("enroll"), (auth) => auth.mfa.enroll(input))) as never,
    challenge: ((input: never) =>
      run(plan("challenge"), (auth) => auth.mfa.challenge(input))) as never,
    verify: async (input) =>
      userOnly(await change(plan("verify"), (auth) => auth.mfa.verify(input as never))),
    challengeAndVerify: async (input) =>
      userOnly(
        await change(plan("challengeAndVerify"), (auth) => auth.mfa.challengeAndVerify(input)),
      ),
    unenroll: (input) => change(plan("unenroll"), (auth) => auth.mfa.unenroll(input)),
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
