// S-3.15

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.contacts",
  reads: ({ alpha }) => {
    const rows = [alpha.contactId];
    return { owner: rows, admin: rows, member: rows, contact: [alpha.contactId] };
  },
});
