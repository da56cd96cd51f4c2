// S-3.19

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.items",
  reads: ({ alpha }) => {
    const rows = Object.values(alpha.items);
    return { owner: rows, admin: rows, member: rows, contact: Object.values(alpha.items) };
  },
});
