/** Sentences of the frame around a firm's pages. */
export const strings = {
  inbox: "Inbox",
  requests: "Requests",
  clients: "Clients",
  loading: "Loading …",
} as const;
