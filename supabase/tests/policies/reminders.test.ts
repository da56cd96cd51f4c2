// S-3.22

import { describePolicies } from "../harness/policies.ts";

describePolicies({
  table: "public.reminders",
  reads: ({ alpha }) => {
    const rows = [alpha.reminderId];
    return { owner: rows, admin: rows, member: rows, contact: [] };
  },
});
