/**
 * The start page may claim only what tests prove. A comment above a text names these tests by file
 * and title, and `strings.test.ts` checks that they exist.
 */
export const strings = {
  title: "Dossier · Every document from your clients, checked, with proof",
  header: {
    label: "Home page",
    how: "How it works",
    help: "Help",
    signIn: "Sign in",
    create: "Create your firm",
  },
  hero: {
    headline: ["Every document", "from your clients.", "Checked, with proof."],
    // apps/web/e2e/journey.spec.ts › a firm asks a client, the client answers, and staff accept until the request is complete
    // supabase/tests/functions/reminders.test.ts › a due reminder becomes an email, and the next reminder is planned
    lead: "Send one list with a due date. Clients upload from their phones without a password. You accept each item or return it, and Dossier sends the reminders.",
    create: "Create your firm",
    demo: "Open the demo",
    // apps/web/e2e/journey.spec.ts › a firm asks a client, the client answers, and staff accept until the request is complete
    facts: ["Nothing to install", "No client passwords"],
  },
  picture: {
    label:
      "A request in Dossier with 7 of 12 items accepted, and the same request on the client’s phone",
    firm: "Harbour & Lane",
    client: "Okafor Dental Practice",
    title: "Annual financial statements 2026",
    review: "Review 3",
    due: "Due Friday 11 December",
    staffItems: [
      { title: "Bank statements", status: "submitted" },
      { title: "Fixed asset register", status: "submitted" },
      { title: "Inventory count", status: "returned" },
      { title: "Loan statement", status: "accepted" },
      { title: "Credit card statements", status: "accepted" },
      { title: "Retirement plan", status: "accepted" },
      { title: "Monthly financial reports", status: "open" },
    ],
    contactItems: [
      { title: "Inventory count", status: "returned" },
      { title: "Monthly financial reports", status: "open" },
    ],
  },
  steps: {
    title: "How it works",
    items: [
      {
        title: "Ask once",
        // apps/web/e2e/templates.spec.ts › a request starts from a template, and an archived template is not offered
        // apps/web/e2e/request-page.spec.ts › staff cannot remove the last contact of a request, and must wait before a second reminder
        text: "Start from a template or an empty list, set a due date and choose who answers. Everyone you choose sees the same list.",
      },
      {
        title: "Clients answer from their phones",
        // apps/web/e2e/slow/upload-cuts.spec.ts › the upload of a 100 MB file continues after five lost connections, and resends at most one part each time
        // apps/web/src/features/files/upload/queue.test.ts › the upload queue pauses uploads without a network, and continues each upload once when the network is back
        // apps/web/e2e/journey.spec.ts › a firm asks a client, the client answers, and staff accept until the request is complete
        text: "They open the link in the email and sign in with an emailed code. After a lost connection, the upload continues automatically. A large file continues where it stopped.",
      },
      {
        title: "Decide item by item",
        // apps/web/e2e/review.spec.ts › J and K move between items, A accepts an item and opens the next, and Undo stays for ten seconds
        // supabase/tests/functions/reminders.ends.test.ts › a reminder is not emailed after the contact has answered every required item
        text: "Accept with one key, or return an item with a note that says what to correct. Reminders stop when everything required is sent.",
      },
    ],
  },
  features: {
    title: "Built for firms that have to show their work",
    record: {
      title: "A record you can check",
      // apps/web/e2e/uploads.spec.ts › a stored file shows its sender and its fingerprint, and the list says once that files are not scanned for viruses
      // supabase/tests/functions/events.test.ts › verify_audit finds an event whose actor's name was changed in the table
      text: "Every file shows its sender, time and SHA-256 fingerprint. Each event contains the fingerprint of the event before it, so Dossier can detect if someone changes a single earlier event.",
      file: "March 2026.pdf",
      fingerprint: "f8c7 21ab … 90de",
      events: [
        {
          id: "ada",
          person: "Ada Okafor",
          event: "Ada Okafor sent version 2",
          at: "24\u00a0Nov, 09:12",
        },
        // With this id from `supabase/seed.sql`, Mia has the same color as in the demo.
        {
          id: "5eed0006-0000-4000-8000-000000000003",
          person: "Mia Chen",
          event: "Mia Chen accepted",
          at: "24\u00a0Nov, 11:20",
        },
      ],
    },
    brand: {
      title: "Your logo and color",
      // supabase/tests/functions/org-settings.brand.test.ts › contacts, and visitors with a request's link, get the firm's logo and color
      // supabase/tests/functions/org-settings.brand.test.ts › claim_mail returns the logo and color of the email's firm
      // supabase/functions/_shared/firm-colors.test.ts › deriveFirmColors keeps text readable on black, white and 1,000 other colors
      text: "Emails and client pages carry your logo and your color. Dossier adjusts the color where text would be hard to read.",
      firms: ["Harbour & Lane", "Castle Street Law", "Orchard Wealth"],
      start: "Start",
    },
  },
  audience: {
    title: "For accountants, brokers, lawyers and anyone who chases paperwork",
    facts: [
      // apps/web/e2e/isolation.spec.ts › staff and contacts of another firm, and visitors, cannot see a request
      "Only your team and the contacts you choose can open a request. Each contact signs in with a code sent to their own address.",
      // supabase/tests/functions/org-settings.test.ts › only a user with a second factor can require factors, and staff without a factor then cannot open the firm
      "Two-step verification for your whole team, with one switch.",
      // apps/web/e2e/export.spec.ts › an export of accepted files is a ZIP with an index, fingerprints and the request's events
      "Take accepted answers with you: one ZIP per request, with the files, an index and the activity.",
    ],
  },
  closing: { title: "Send your first request today", create: "Create your firm" },
} as const;
