// S-3.12

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.memberships",
  key: "user_id",
  reads: ({ alpha }) => {
    const rows = [alpha.owner.id, alpha.admin.id, alpha.member.id, alpha.suspended.id];
    return { owner: rows, admin: rows, member: rows, contact: [] };
  },
  readsBehindGate: ({ alpha }) => ({
    owner: [alpha.owner.id],
    admin: [alpha.admin.id],
    member: [alpha.member.id],
  }),
});
