// S-3.18

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.request_contacts",
  key: "request_id",
  reads: ({ alpha }) => {
    const rows = [alpha.requestId, alpha.draftId];
    return { owner: rows, admin: rows, member: rows, contact: [alpha.requestId] };
  },
});
