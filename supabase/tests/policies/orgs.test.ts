// S-3.10

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.orgs",
  reads: ({ alpha }) => {
    const rows = [alpha.orgId];
    return { owner: rows, admin: rows, member: rows, contact: [] };
  },
  readsBehindGate: ({ alpha }) => ({
    owner: [alpha.orgId],
    admin: [alpha.orgId],
    member: [alpha.orgId],
  }),
});
