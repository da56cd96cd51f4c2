import { formatCount, formatNumber } from "@/lib/format/format";

const MAX_COUNTED = 1_000;

const showAll = (total: number, many: string) =>
  total >= MAX_COUNTED ? `Show all matching ${many}` : `Show all ${formatNumber(total)} ${many}`;

export const strings = {
  title: "Command menu",
  field: "Search or run a command",
  close: "Close",
  groups: {
    recent: "Recent",
    clients: "Clients",
    requests: "Requests",
    actions: "Actions",
    go: "Go to",
  },
  showAllClients: (total: number) => showAll(total, "clients"),
  showAllRequests: (total: number) => showAll(total, "requests"),
  archived: "Archived",
  results: (total: number) => formatCount(total, "result"),
  searching: "Searching…",
  noMatch: (query: string) => `No matches for “${query}”.`,
  addClientNamed: (name: string) => `Add client “${name}”`,
  failed: "Search isn’t available right now.",
  retry: "Try again",
  remind: (client: string) => `Remind ${client}`,
  reminded: (client: string) => `A reminder to ${client} is on its way`,
  copyLink: "Copy client link",
  copied: "Client link copied",
  selected: "The link is selected. Copy it with Ctrl+C or ⌘C.",
  exportRequest: (title: string) => `Export ${title}`,
  newRequestFor: (client: string) => `New request for ${client}`,
  editRequest: (title: string) => `Edit ${title}`,
} as const;
