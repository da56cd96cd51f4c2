import type { Demo } from "./demo";

/** A stranger has an account but no access to the demo firm. */
export const ROLES = ["owner", "admin", "member", "contact", "stranger", "visitor"] as const;
export type Role = (typeof ROLES)[number];

export type Outcome =
  | { kind: "shows"; heading: string; action?: string | undefined; section?: string }
  | { kind: "answers"; status: number; type?: string }
  | { kind: "not found" }
  | { kind: "sign-in" }
  | { kind: "goes to"; path: (demo: Demo) => string };

export type RouteCase = {
  file: string;
  path: (demo: Demo) => string;
  gets: Record<Role, Outcome>;
};

const FIRM = "/o/harbour-lane";
const STAFF_FOLDER = "(staff)/o/[org]/(sheet)";

const notFound: Outcome = { kind: "not found" };
const signIn: Outcome = { kind: "sign-in" };
const shows = (heading: string, action?: string): Outcome => ({ kind: "shows", heading, action });
const goesTo = (path: (demo: Demo) => string): Outcome => ({ kind: "goes to", path });

const every = (outcome: Outcome, but: Partial<Record<Role, Outcome>> = {}) =>
  ({ ...Object.fromEntries(ROLES.map((role) => [role, outcome])), ...but }) as Record<
    Role,
    Outcome
  >;

const staff = (heading: string, action?: string) =>
  every(shows(heading, action), { contact: notFound, stranger: notFound, visitor: signIn });

const managers = (heading: string, action?: string) => ({
  ...staff(heading, action),
  member: notFound,
});

const settings = (section: string, action?: string) => ({
  ...managers("Settings"),
  owner: { ...shows("Settings", action), section },
  admin: { ...shows("Settings", action), section },
});

const user = (heading: string, action?: string) =>
  every(shows(heading, action), { visitor: signIn });

const account = (section: string, action?: string) =>
  every({ kind: "shows", heading: "Your account", action, section }, { visitor: signIn });

/** A page that redirects signed-in users to their start page, except the roles in `but`. */
const home = (but: Partial<Record<Role, Outcome>>) =>
  every(
    goesTo(() => FIRM),
    { contact: goesTo(() => "/r"), stranger: goesTo(() => "/o/new"), ...but },
  );

const guest = (heading: string, action?: string) => home({ visitor: shows(heading, action) });

const contact = (outcome: Outcome) =>
  every(
    goesTo(({ ownPublicId }) => `/r/${ownPublicId}`),
    { contact: outcome },
  );

const page = (name: string, path: RouteCase["path"], gets: RouteCase["gets"]): RouteCase => ({
  file: `${name}/page.tsx`,
  path,
  gets,
});
const staffPage = (name: string, path: (demo: Demo) => string, gets: RouteCase["gets"]) =>
  page(`${STAFF_FOLDER}/${name}`, (demo) => `${FIRM}${path(demo)}`, gets);

const SIGN_IN_PAGE = "Harbour & Lane sent you a request";
const OTHER_ADDRESS = "This request is for another address";

export const ROUTES: readonly RouteCase[] = [
  page(
    "(public)",
    () => "/",
    guest("Every document from your clients. Checked, with proof.", "Create your firm"),
  ),
  page("(public)/(auth)/sign-up", () => "/sign-up", guest("Create your account", "Create account")),
  page("(public)/(auth)/sign-in", () => "/sign-in", guest("Sign in", "Sign in")),
  page("(public)/(auth)/verify", () => "/verify", every(shows("Enter your code", "Confirm"))),
  page(
    "(public)/(auth)/set-password",
    () => "/set-password",
    // The page requires a recent sign-in by email. Only the contact and the stranger signed in by
    // email.
    home({
      contact: shows("Choose a password", "Save password"),
      stranger: shows("Choose a password", "Save password"),
      visitor: goesTo(() => "/sign-in"),
    }),
  ),
  page(
    "(public)/(auth)/forgot-password",
    () => "/forgot-password",
    every(shows("Forgot your password?", "Send code")),
  ),
  page(
    "(public)/(auth)/reset-password",
    () => "/reset-password",
    every(
      goesTo(() => "/forgot-password"),
      {
        contact: shows("Choose a new password", "Save new password"),
        stranger: shows("Choose a new password", "Save new password"),
      },
    ),
  ),
  page(
    "(public)/session-ended",
    () => "/session-ended",
    // The page redirects unless another device ended the session.
    home({ visitor: goesTo(() => "/sign-in") }),
  ),
  page("(public)/(auth)/mfa", () => "/mfa", user("Set up two-step verification", "Continue")),
  page(
    "(public)/join/[invitationId]",
    ({ invitation }) => `/join/${invitation}`,
    every(shows("Join Harbour & Lane", "Send me a code")),
  ),

  page(
    "(public)/unsubscribe/[token]",
    ({ optOut }) => `/unsubscribe/${optOut}`,
    every(shows("Email from Harbour & Lane", "Save")),
  ),
  page("(public)/help", () => "/help", every(shows("Help"))),

  page("(staff)/o/(list)", () => "/o", {
    ...user("Your firms", "Create firm"),
    contact: shows("Your firms", "See your requests"),
    stranger: shows("Your firms", "Create your firm"),
  }),
  page("(staff)/o/new", () => "/o/new", user("Create your firm", "Create firm")),
  staffPage("(inbox)", () => "", staff("Inbox", "Review next")),
  staffPage("requests/(list)", () => "/requests", staff("Requests", "New request")),
  staffPage("requests/new", () => "/requests/new", staff("New request", "Continue")),
  staffPage(
    "requests/[requestId]/(view)",
    ({ request }) => `/requests/${request}`,
    staff("Year-end papers", "Review 2 answers"),
  ),
  staffPage(
    "requests/[requestId]/edit",
    ({ request }) => `/requests/${request}/edit`,
    staff("Edit Year-end papers", "Save changes"),
  ),
  page(
    "(staff)/o/[org]/(review)/requests/[requestId]/review/[itemId]",
    ({ request, submittedItem }) => `${FIRM}/requests/${request}/review/${submittedItem}`,
    staff("Ledger", "Accept"),
  ),
  {
    file: "(staff)/o/[org]/search/route.ts",
    path: () => `${FIRM}/search?q=okafor`,
    gets: every(
      { kind: "answers", status: 200, type: "application/json" },
      {
        contact: { kind: "answers", status: 404 },
        stranger: { kind: "answers", status: 404 },
        visitor: signIn,
      },
    ),
  },
  {
    file: "(staff)/o/[org]/counts/route.ts",
    path: () => `${FIRM}/counts`,
    gets: every({ kind: "answers", status: 200, type: "application/json" }, { visitor: signIn }),
  },
  {
    file: `${STAFF_FOLDER}/requests/[requestId]/export/route.ts`,
    path: ({ complete }) => `${FIRM}/requests/${complete}/export`,
    gets: every(
      { kind: "answers", status: 200, type: "application/zip" },
      {
        contact: { kind: "answers", status: 404 },
        stranger: { kind: "answers", status: 404 },
        visitor: signIn,
      },
    ),
  },
  staffPage("clients/(list)", () => "/clients", staff("Clients", "Add client")),
  staffPage("clients/new", () => "/clients/new", staff("Add a client", "Add client")),
  staffPage("clients/import", () => "/clients/import", staff("Import clients", "Import clients")),
  staffPage(
    "clients/[clientId]",
    ({ client }) => `/clients/${client}`,
    staff("Okafor Dental Practice", "New request"),
  ),
  staffPage("templates/(list)", () => "/templates", staff("Templates", "New template")),
  staffPage("templates/new", () => "/templates/new", staff("New template", "Save")),
  staffPage(
    "templates/[templateId]",
    ({ template }) => `/templates/${template}`,
    staff("Annual financial statements", "Save"),
  ),
  staffPage("settings", () => "/settings", {
    ...managers("Settings"),
    owner: goesTo(() => `${FIRM}/settings/general`),
    admin: goesTo(() => `${FIRM}/settings/general`),
  }),
  staffPage("settings/general", () => "/settings/general", settings("General", "Save")),
  staffPage("settings/brand", () => "/settings/brand", settings("Brand", "Save")),
  staffPage("settings/team", () => "/settings/team", settings("Team", "Invite")),
  staffPage("settings/security", () => "/settings/security", settings("Security")),
  staffPage("settings/reminders", () => "/settings/reminders", settings("Reminders", "Save")),
  staffPage("settings/audit", () => "/settings/audit", settings("Audit", "Verify")),

  page("account/(profile)", () => "/account", account("Profile", "Save")),
  page("account/email", () => "/account/email", account("Email", "Send codes")),
  page("account/security", () => "/account/security", account("Security", "Save password")),
  page("account/delete", () => "/account/delete", account("Delete account")),

  page(
    "(contact)/r/(list)",
    () => "/r",
    every(shows("Your requests"), { visitor: shows("Your requests", "Sign in") }),
  ),
  page(
    "(contact)/r/[publicId]",
    ({ ownPublicId }) => `/r/${ownPublicId}`,
    every(shows(SIGN_IN_PAGE, "Continue"), {
      contact: goesTo(({ ownPublicId }) => `/r/${ownPublicId}/items`),
      stranger: shows(OTHER_ADDRESS, "Continue"),
    }),
  ),
  page(
    "(contact)/r/[publicId]/items/(list)",
    ({ ownPublicId }) => `/r/${ownPublicId}/items`,
    contact(shows("Mortgage application", "Next item")),
  ),
  page(
    "(contact)/r/[publicId]/items/[itemId]",
    ({ ownPublicId, openItem }) => `/r/${ownPublicId}/items/${openItem}`,
    contact(shows("Address of the property", "Send answer")),
  ),

  {
    file: "files/[fileId]/route.ts",
    path: ({ file }) => `/files/${file}`,
    gets: every(
      { kind: "answers", status: 200, type: "application/pdf" },
      {
        contact: { kind: "answers", status: 404, type: "text/plain" },
        stranger: { kind: "answers", status: 404, type: "text/plain" },
        visitor: { kind: "answers", status: 404, type: "text/plain" },
      },
    ),
  },
  {
    file: "auth/[...path]/route.ts",
    path: () => "/auth/session",
    gets: every({ kind: "answers", status: 200, type: "application/json" }),
  },
  {
    file: "api/ready/route.ts",
    path: () => "/api/ready",
    gets: every({ kind: "answers", status: 204 }),
  },
  {
    // Only a POST stops email, because email scanners open every link.
    file: "api/unsubscribe/[token]/route.ts",
    path: ({ optOut }) => `/api/unsubscribe/${optOut}`,
    gets: every({ kind: "answers", status: 405 }),
  },
  {
    file: "api/health/route.ts",
    path: () => "/api/health",
    gets: every({ kind: "answers", status: 200, type: "application/json" }),
  },
];

export const FOREIGN_TO_CONTACT: readonly { path: RouteCase["path"]; outcome: Outcome }[] = [
  {
    path: ({ otherPublicId }) => `/r/${otherPublicId}`,
    outcome: shows(OTHER_ADDRESS, "Continue"),
  },
  {
    path: ({ otherPublicId }) => `/r/${otherPublicId}/items`,
    outcome: goesTo(({ otherPublicId }) => `/r/${otherPublicId}`),
  },
  {
    path: ({ otherPublicId, otherItem }) => `/r/${otherPublicId}/items/${otherItem}`,
    outcome: goesTo(({ otherPublicId }) => `/r/${otherPublicId}`),
  },
  {
    path: ({ ownPublicId, otherItem }) => `/r/${ownPublicId}/items/${otherItem}`,
    outcome: notFound,
  },
];

const MISSING = "00000000-0000-4000-8000-000000000000";

export const missingAddresses = ({ request }: Demo): string[] => [
  "/o/no-such-firm",
  `${FIRM}/requests/${MISSING}`,
  `${FIRM}/requests/${request}/review/${MISSING}`,
  `${FIRM}/clients/${MISSING}`,
  `${FIRM}/templates/not-an-id`,
  `${FIRM}/settings/no-such-page`,
  `/r/${"0".repeat(32)}`,
  `/join/${MISSING}`,
];

export const ROLES_OF_MISSING = ["owner", "member", "contact", "stranger"] as const;
