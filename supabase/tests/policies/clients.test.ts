// S-3.14

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.clients",
  reads: ({ alpha }) => {
    const rows = [alpha.clientId];
    return { owner: rows, admin: rows, member: rows, contact: [] };
  },
});
