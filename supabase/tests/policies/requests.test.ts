// S-3.17

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.requests",
  reads: ({ alpha }) => {
    const rows = [alpha.requestId, alpha.draftId];
    return { owner: rows, admin: rows, member: rows, contact: [alpha.requestId] };
  },
});
