// S-3.13

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.invitations",
  reads: ({ alpha }) => {
    const rows = [alpha.invitationId];
    return { owner: rows, admin: rows, member: [], contact: [] };
  },
});
