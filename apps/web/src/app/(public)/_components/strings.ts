export const strings = {
  title: "Dossier · Every document from your clients, checked, with proof",
  hero: {
    headline: ["Every document from your clients.", "Checked, with proof."],
    lead: "Send one request with a due date. Your client opens a link, types a code and uploads from their phone. You accept each item or send it back with a note. The record proves the rest.",
    signUp: "Sign up",
    signIn: "Sign in",
    reassurance:
      "Send your first request in five minutes. Clients need no account and no password.",
  },
  picture: {
    label: "Example of a checklist as a client sees it",
    firm: "Harbour & Lane",
    title: "Annual accounts 2025",
    due: "Due 31 January",
    progress: "3 of 5",
    items: [
      { title: "Bank statements, January to December", status: "accepted" },
      { title: "Signed engagement letter", status: "accepted" },
      { title: "Payroll summary", status: "submitted" },
      { title: "Photo of the stock list", status: "returned" },
      { title: "Number of employees at year end", status: "open" },
    ],
  },
  steps: {
    title: "How a request works",
    items: [
      {
        title: "Ask once, precisely",
        text: "List what you need: files, answers, choices, dates. Say what is required and why. Reuse it next year.",
      },
      {
        title: "Your client answers from anywhere",
        text: "A permanent link, a code by email and a checklist that shows what is left. They can stop and continue later.",
      },
      {
        title: "You decide item by item",
        text: "Accept, ask for more, or return with a note. The client sees exactly what to correct, and nothing else.",
      },
    ],
  },
  reasons: {
    title: "Built for the part where things go wrong",
    items: [
      {
        title: "No clickable secrets",
        text: "Our emails contain codes to type, never a link that lets a stranger in.",
      },
      {
        title: "A wrong file can be withdrawn",
        text: "Clients can withdraw an answer until you decide. Each version you decided on stays on record.",
      },
      {
        title: "Files you can trust",
        text: "Each file shows who sent it, its fingerprint (SHA-256) and whether its content matches its file type.",
      },
      {
        title: "A record you can verify",
        text: "Every step is added to a chained record. If an entry is changed, the chain visibly breaks.",
      },
      {
        title: "Reminders that stop",
        text: "You set the schedule, up to a limit. Clients are never reminded of what they already sent.",
      },
      {
        title: "Each firm’s data stays separate",
        text: "The database checks access row by row, every time.",
      },
    ],
  },
  closing: {
    title: "Stop chasing attachments",
    lead: "Create your firm and send the first request today.",
  },
  demo: {
    text: "This is a demo with made-up data.",
    link: "See the demo sign-ins",
  },
} as const;
