export const strings = {
  title: "Dossier · Every document from your clients, checked, with proof",
  hero: {
    headline: ["Every document from your clients.", "Checked, with proof."],
    lead: "Send one request with a due date. Your client opens a link, types a code and uploads from their phone. You accept each item or send it back with a note. The record shows who did what, and when.",
    signUp: "Sign up",
    signIn: "Sign in",
    reassurance: "Your clients need no password. They sign in with a code by email.",
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
        text: "They get a permanent link, a code by email and a checklist of what is left. They can stop and continue later.",
      },
      {
        title: "You decide item by item",
        text: "Accept, ask for more, or return with a note. Your note tells the client exactly what to correct.",
      },
    ],
  },
  reasons: {
    title: "Ready for when things go wrong",
    items: [
      {
        title: "A link alone gives no access",
        text: "Clients sign in with a code that we email them. A stranger who gets the link still needs a code.",
      },
      {
        title: "Clients can withdraw a wrong file",
        text: "They can withdraw an answer until you decide on it. Each version that you decided on stays on record.",
      },
      {
        title: "Files you can trust",
        text: "Each file shows who sent it, its fingerprint (SHA-256) and whether its content matches its file type.",
      },
      {
        title: "A record you can verify",
        text: "Every step is added to a chained record. If someone changes an entry, verification finds the change.",
      },
      {
        title: "Reminders that stop",
        text: "You choose the days. Reminders stop when a client has sent everything you require.",
      },
      {
        title: "Each firm’s data stays separate",
        text: "The database checks access to every row, every time.",
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
