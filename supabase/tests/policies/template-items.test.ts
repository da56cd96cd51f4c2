// S-3.16

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.template_items",
  reads: ({ alpha }) => {
    const rows = [alpha.templateItemId];
    return { owner: rows, admin: rows, member: rows, contact: [] };
  },
});
