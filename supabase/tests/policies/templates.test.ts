// S-3.16

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.templates",
  reads: ({ alpha }) => {
    const rows = [alpha.templateId];
    return { owner: rows, admin: rows, member: rows, contact: [] };
  },
});
