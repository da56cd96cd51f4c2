/** Sentences of the frame around a firm's pages. */
export const strings = {
  inbox: "Inbox",
  requests: "Requests",
  clients: "Clients",
  settings: "Settings",
  loading: "Loading …",
} as const;
