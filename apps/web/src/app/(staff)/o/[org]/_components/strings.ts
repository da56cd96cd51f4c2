/** Sentences of the frame around a firm's pages. */
export const strings = {
  inbox: "Inbox",
  requests: "Requests",
  clients: "Clients",
  templates: "Templates",
  settings: "Settings",
  loading: "Loading…",
  commands: "Commands",
  commandLabel: "Type a command or search",
  newRequest: "New request",
  overdue: "Overdue requests",
  addClient: "Add client",
  importClients: "Import clients",
  newTemplate: "New template",
  account: "Your account",
  help: "Help",
  searchRequests: (words: string) => `Search requests for “${words}”`,
  searchClients: (words: string) => `Search clients for “${words}”`,
  keysTitle: "Keyboard shortcuts",
  keysLead:
    "Single-key shortcuts do nothing while you type. You can turn them off in your account.",
} as const;
