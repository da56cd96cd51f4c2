import { unwrap } from "@dossier/backend-client";
import { signIn } from "./auth-errors";
import { errorOf, provocations } from "./provocation";
import type { Browser, Stage } from "./stage";

type Named = { id: string };
type Person = Browser & { id: string };

async function found(owner: Browser, slug: string): Promise<string> {
  const args = { name: `Firm ${slug}`, slug, time_zone: "Europe/London" };
  return (unwrap(await owner.visit().db.rpc("create_org", args)) as unknown as Named).id;
}

async function invite(owner: Browser, org_id: string, email: string): Promise<string> {
  const args = { org_id, email, role: "member" };
  return (unwrap(await owner.visit().db.rpc("create_invitation", args)) as unknown as Named).id;
}

/** Makes a person staff. Only a person who signed in with a code can accept an invitation. */
async function employ(stage: Stage, owner: Browser, org_id: string, { email }: Person) {
  const invitation_id = await invite(owner, org_id, email);
  const browser = await stage.enterWithCode(email);
  unwrap(await browser.visit().db.rpc("accept_invitation", { invitation_id }));
}

export const teamErrors = provocations("database", {
  validation_failed: async ({ firm }) => {
    const args = { name: "X", slug: "firm-x", time_zone: "Europe/London" };
    return errorOf(firm.owner.visit().db.rpc("create_org", args));
  },
  slug_taken: async ({ firm }) => {
    const args = { name: "Other", slug: "errors", time_zone: "Europe/London" };
    return errorOf(firm.owner.visit().db.rpc("create_org", args));
  },
  insufficient_aal: async ({ firm }) => {
    const args = { org_id: firm.orgId, require_mfa: true };
    return errorOf(firm.owner.visit().db.rpc("set_require_mfa", args));
  },
  session_ended: async ({ stage }) => {
    const owner = await stage.join("Ola Ended");
    const org_id = await found(owner, "ended");
    const other = await signIn(stage, owner.email);
    unwrap(await other.visit().auth.signOut({ scope: "global" }));
    const args = { org_id, retention_days: 365 };
    return errorOf(owner.visit().db.rpc("set_retention", args));
  },
  last_owner: async ({ firm }) => {
    const args = { org_id: firm.orgId, user_id: firm.owner.id };
    return errorOf(firm.owner.visit().db.rpc("remove_member", args));
  },
  member_elsewhere: async ({ stage, firm }) => {
    const member = await stage.join("Max Both");
    await employ(stage, firm.owner, firm.orgId, member);
    await found(member, "elsewhere");
    const args = { org_id: firm.orgId, user_id: member.id };
    return errorOf(firm.owner.visit().functions.invoke("reset-factors", { body: args }));
  },
  already_member: async ({ stage, firm }) => {
    const member = await stage.join("Max Already");
    await employ(stage, firm.owner, firm.orgId, member);
    const args = { org_id: firm.orgId, email: member.email, role: "member" };
    return errorOf(firm.owner.visit().db.rpc("create_invitation", args));
  },
  invitation_mismatch: async ({ stage, firm }) => {
    const other = await stage.join("Max Other");
    const invitation_id = await invite(firm.owner, firm.orgId, "someone@example.org");
    const browser = await stage.enterWithCode(other.email);
    return errorOf(browser.visit().db.rpc("accept_invitation", { invitation_id }));
  },
  invitation_closed: async ({ stage, firm }) => {
    const late = await stage.join("Max Late");
    const invitation_id = await invite(firm.owner, firm.orgId, late.email);
    unwrap(await firm.owner.visit().db.rpc("revoke_invitation", { invitation_id }));
    const browser = await stage.enterWithCode(late.email);
    return errorOf(browser.visit().db.rpc("accept_invitation", { invitation_id }));
  },
});
