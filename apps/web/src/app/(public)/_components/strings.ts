/** Sentences of the introduction. */
export const strings = {
  title: "Dossier · Every document from your clients, checked, with proof",
  hero: {
    headline: ["Every document from your clients.", "Checked, with proof."],
    lead: "Send one request with a due date. Your client opens a link, types a code and uploads from the phone. You accept each item or send it back with a note. The record proves the rest.",
    signUp: "Sign up",
    signIn: "Sign in",
    reassurance: "First request out in five minutes. Clients need no account and no password.",
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
    title: "How a request runs",
    items: [
      {
        title: "Ask once, precisely",
        text: "List what you need: files, answers, choices, dates. Say what is required and why. Reuse it next year.",
      },
      {
        title: "Your client answers from anywhere",
        text: "A permanent link, a code by e-mail, a checklist that shows what is left. They can stop and go on later.",
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
        text: "Our mails carry codes to type, never a link that lets a stranger in.",
      },
      {
        title: "The wrong file can come back",
        text: "Clients take an answer back until you decide. Every version stays on record.",
      },
      {
        title: "Files you can trust",
        text: "Each file shows who sent it, its fingerprint (SHA-256) and whether its content is what its name claims.",
      },
      {
        title: "A history that holds",
        text: "Every step is written to a chained log. Change one line and the chain breaks visibly.",
      },
      {
        title: "Reminders that stop",
        text: "The plan is yours, with a cap. Nobody is reminded of what is already in.",
      },
      {
        title: "Each firm behind its own wall",
        text: "Access is decided by the database, row by row, for every request.",
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
