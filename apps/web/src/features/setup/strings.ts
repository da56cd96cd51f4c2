export const strings = {
  title: "Set up your firm",
  lead: (done: number, total: number) =>
    `${done} of ${total} steps done. You can do them in any order.`,
  dismiss: "Dismiss these steps for everyone",
  done: "Done",
  toDo: "To do",
  steps: {
    brand: {
      title: "Add your logo and color",
      text: "Clients see them on their pages and in emails.",
      action: "Add logo and color",
    },
    reply_email: {
      title: "Set the reply-to address",
      text: "Replies from clients currently go to one person on your team. Enter an address that your whole team reads.",
      action: "Set reply-to address",
    },
    team: {
      title: "Invite someone to your team",
      text: "They get an email with a link.",
      action: "Invite someone",
    },
    clients: {
      title: "Add your clients",
      text: "Enter the first one, or import a list from a CSV file.",
      action: "Add client",
      other: "Import clients",
    },
    trial: {
      title: "Send yourself a test request",
      text: "See what your clients see.",
    },
  },
} as const;
