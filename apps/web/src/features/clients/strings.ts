import { formatCount, formatNames } from "@/lib/format/format";
import { endSentence } from "@/lib/format/sentences";

const COLUMNS: Readonly<Record<string, string>> = {
  name: "name",
  ref: "reference",
  contactName: "contact name",
  contactEmail: "contact email",
  firstName: "contact’s first name",
  lastName: "contact’s last name",
};

export const strings = {
  title: "Clients",
  lead: "The businesses and people you ask for documents.",
  add: "Add client",
  addTitle: "Add a client",
  addLead:
    "Contacts get the emails and answer the requests. A\u00a0client needs a contact before you can send it a request.",
  archivedTitle: "Archived clients",
  search: "Search clients",
  searchArchived: "Search archived clients",
  searchIn: "Name, reference, contact or email",
  columns: {
    client: "Client",
    contact: "Main contact",
    requests: "Requests",
    next: "Next request due",
    due: "Due date",
    assignee: "Assignee",
    activity: "Last activity",
  },
  open: (count: number) => `${count} open`,
  noneOpen: "None open",
  toReview: (count: number) => `${count} to review`,
  accepted: (done: number, total: number) => `${done} of ${total} accepted`,
  /** Shown if the request has no required item. */
  optional: (count: number) => formatCount(count, "optional item"),
  archivedMark: "Archived",
  bouncedMark: "Bounced",
  filters: {
    add: "Add filter",
    status: "Status",
    active: "Active",
    archived: "Archived",
    all: "All",
    remove: (name: string, value: string) => `Remove filter: ${name} ${value}`,
  },
  searchButton: "Search",
  clearSearch: "Clear search",
  choice: {
    search: "Name, reference, contact or email",
    none: "No clients match.",
    searching: "Searching…",
    failed: "Search isn’t available right now.",
    retry: "Try again",
    found: (count: number) =>
      count === 1 ? "1 client matches." : `${formatCount(count, "client")} match.`,
    more: (listed: number) => `These are the first ${listed} clients. Type to find others.`,
    withoutScripts: (listed: number) =>
      `These are the first ${listed} clients. To ask another client, open its page and choose “New request”.`,
    find: "Find a client",
  },
  namesToChange: (count: number) => `Change ${formatCount(count, "name")}`,
  namesToChangeLead: (count: number) =>
    count === 1
      ? "This name appears in emails, so it cannot contain links, email addresses or invisible characters. Open it, correct it and save it."
      : "These names appear in emails, so they cannot contain links, email addresses or invisible characters. Open each name, correct it and save it.",
  nameKind: { firm: "Firm", client: "Client", contact: "Contact" },
  noneTitle: "No clients yet",
  none: "Add your first client and a contact who answers your requests.",
  noMatch: (query: string) => `No clients match “${query}”`,
  noArchivedMatch: (query: string) => `No archived clients match “${query}”`,
  noMore: "Nothing more in this list.",
  name: "Client name",
  nameHint: "The business or person",
  ref: "Reference",
  refHint: "Your own number or code for this client",
  contactName: "Contact name",
  contactEmail: "Contact email",
  contactEmailHint: "Requests and codes go to this address.",
  contactHeading: "First contact",
  email: {
    title: "Email to the contact",
    sender: (firm: string) => `From ${firm} via Dossier`,
    headline: "Annual financial statements 2026: 3 items we need from you",
    items: ["Bank statements", "Sales invoices", "Loan statement at year end"],
    button: "View the list and start",
    note: "Adding a client sends no email. Contacts get one when you send a request.",
  },
  save: "Save",
  saved: "Saved",
  contacts: "Contacts",
  addContact: "Add contact",
  editContact: (name: string) => `Edit ${name}`,
  editClient: "Edit client",
  moreActions: "More actions",
  activity: "Activity",
  requests: "Requests",
  noRequests: "No requests yet",
  noRequestsLead: "Requests that you send to this client appear here.",
  noMoreRequests: "No older requests.",
  newRequest: "New request",
  openRequests: (count: number) => formatCount(count, "open request"),
  noContacts: "No contact",
  contactStatus: {
    bounced: "Email bounced",
    removed: "Removed",
    account_deleted: "Account deleted",
    opted_out: "Asked not to get email",
  },
  emailStop: {
    no_reminders: "They asked not to get reminders.",
    firm: "They do not want any email from your firm.",
    left: "They no longer work for this client.",
    wrong_person: "The email was not meant for them.",
  },
  accountDeleted: (name: string) =>
    `${name} deleted their account and gets no email. Ask them before you invite them again.`,
  agreed: "They agreed to get email again",
  agreedRequired: "Ask them first, then check this box.",
  inviteAgain: (name: string) => `Invite ${name} again`,
  /** `fix` and `address` are the two parts of a link's text. Phones show only `fix`. */
  fix: "Fix",
  address: "address",
  archived: "Archived",
  cancel: "Cancel",
  archive: "Archive client",
  restore: "Restore client",
  archivedNote: "This client is archived. To see it in the list of clients, filter by “Archived”.",
  noneHere: (archived: boolean) => (archived ? "No archived clients" : "No active clients"),
  clearFilters: "Clear filters",
  removeContact: (name: string) => `Remove ${name}`,
  removedContact: (name: string) => endSentence(`You removed ${name}`),
  removeContactLead:
    "They lose access to this client’s requests and get no more email about them. No one is notified. To ask this person again, add them as a new contact.",
  nothingNew: (rows: number) =>
    rows === 1
      ? "Nothing new: the row matches an existing client."
      : `Nothing new: ${rows === 2 ? "both rows" : `all ${formatCount(rows, "row")}`} match existing clients and contacts.`,
  imported: (clients: number, contacts: number) => {
    const added = [
      ...(clients > 0 ? [formatCount(clients, "client")] : []),
      ...(contacts > 0 ? [formatCount(contacts, "contact")] : []),
    ];
    return `You added ${added.join(" and ")}.`;
  },
  skipped: (count: number, rows: string | undefined) =>
    `We skipped ${formatCount(count, "row")} that ${count === 1 ? "matches an existing client" : "match existing clients and contacts"}${rows ? ` (${count === 1 ? "row" : "rows"} ${rows})` : ""}.`,
  ignored: (headings: string) => `Ignored columns: ${headings}.`,
  import: {
    title: "Import clients",
    lead: "Import up to 1,000 rows from a spreadsheet saved as CSV. If a row has a mistake, we import nothing. We skip rows that match existing clients and contacts.",
    example: "Example",
    exampleNote: "The first line names the columns. Only “name” is required.",
    sampleFile: "Download this example",
    sampleName: "clients.csv",
    sample: [
      ["name", "Bramble & Finch"],
      ["ref", "B17"],
      ["contact_name", "Ruth Bramble"],
      ["contact_email", "ruth@example.com"],
    ],
    file: "CSV file",
    chooseFile: "Choose a CSV file",
    chooseOther: "Choose another file",
    removeFile: "Remove the file",
    drop: "or drop it here.",
    limit: "At most 1\u00a0MB.",
    paste: "Or paste the rows",
    pasteHint: "Include the line with the column names. Use one row per contact.",
    submit: "Import clients",
    noName: (headings: string | undefined) =>
      headings
        ? `There is no “name” column. Your columns: ${headings}. Rename the column that contains the client names to “name”, then import again.`
        : "Choose a CSV file or paste rows. The first line must contain a “name” column.",
    noRows: "There are no rows below the column names. Add at least one.",
    tooMany: "This list has more than 1,000 rows. Split it and import each part.",
    tooLarge: "This list is larger than 1\u00a0MB. Split it and import each part.",
    changedMeanwhile: "Someone just added one of these references. Import the list again.",
    notCsv: (row: number) => `Row ${row} is not valid CSV. Check its quotation marks.`,
    twice: (field: string, headings: readonly string[]) =>
      headings.length === 2
        ? `Two columns contain the ${COLUMNS[field] ?? field}: “${headings.join("” and “")}”. Rename or remove one of them.`
        : `${headings.length} columns contain the ${COLUMNS[field] ?? field}: ${formatNames(headings.map((heading) => `“${heading}”`))}. Keep one, and rename or remove the others.`,
    nothingStored: "Nothing was imported. Correct these rows and import again.",
    format: (value: string) =>
      `“${value}” is not a valid email address. Enter one like name@example.com.`,
    repeats: (row: number) => `This row repeats row ${row}. Remove one of them.`,
    rowError: (row: number, column: string, rule: string) => `Row ${row}, ${column}: ${rule}`,
    columns: COLUMNS,
  },
  rules: {
    name: "Enter the client’s name.",
    contactName: "Enter the contact’s name.",
  },
} as const;
