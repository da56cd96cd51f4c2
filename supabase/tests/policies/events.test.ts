// S-3.24

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.events",
  reads: ({ alpha }) => {
    const all = [...alpha.requestEventIds, ...alpha.firmEventIds];
    return { owner: all, admin: all, member: alpha.requestEventIds, contact: [] };
  },
});
