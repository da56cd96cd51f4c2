import type { Demo } from "./routes/demo";
import { ROUTES, type Role } from "./routes/table";

/** `firm` is the path of the demo firm or of the founder's new firm. See `Cast.newFirm`. */
type Place = { firm: string; quietClient: string; comparison: string };

/**
 * `appearance.spec.ts` fails if a source that renders a dialog, or an empty, error or closed state,
 * is in none of `STATES`, `REACHED` and `NOT_OPENED`.
 */
export type State = {
  name: string;
  /** The founder owns a new firm without data. */
  as: Role | "founder";
  path: (demo: Demo, place: Place) => string;
  shows?: string | RegExp;
  renders?: readonly string[];
};

/** A state that no URL opens. The spec reaches it by user actions. */
type Reached = { name: string; spec: string; renders: string };

const SHEET = "app/(staff)/o/[org]/(sheet)";
const REQUEST = `${SHEET}/requests/[requestId]/_components/request-notices.tsx`;

/** Each page is checked as the first of these roles that can open it. */
const VIEWERS = ["visitor", "contact", "owner"] as const;

const SHOWN_AT_FIRST: Readonly<Record<string, string>> = {
  "account/security/page.tsx": "app/account/security/page.tsx",
};

const ordinary: readonly State[] = ROUTES.flatMap(({ file, path, gets }) => {
  const as = VIEWERS.find((role) => gets[role].kind === "shows");
  const renders = SHOWN_AT_FIRST[file];
  return as ? [{ name: file, as, path, ...(renders ? { renders: [renders] } : {}) }] : [];
});

const request = (id: keyof Demo, name: string, more: Partial<State> = {}): State => ({
  name,
  as: "owner",
  path: (demo, { firm }) => `${firm}/requests/${demo[id]}`,
  ...more,
});

const review = (id: keyof Demo, name: string, more: Partial<State> = {}): State => ({
  name,
  as: "owner",
  path: (demo, { firm }) => `${firm}/requests/${demo.ownRequest}/review/${demo[id]}`,
  ...more,
});

const inFirm = (
  as: State["as"],
  path: string,
  name: string,
  shows: State["shows"],
  renders: readonly string[] = [],
): State => ({
  name,
  as,
  path: (_, { firm }) => `${firm}${path}`,
  ...(shows ? { shows } : {}),
  renders,
});

const others: readonly State[] = [
  request("draft", "a draft"),
  request("complete", "a complete request", { shows: "Export accepted answers" }),
  request("cancelled", "a canceled request", { shows: /^Canceled: /, renders: [REQUEST] }),
  request("archived", "an archived request", { shows: /is archived\./, renders: [REQUEST] }),
  {
    ...request("request", "an export that is too large"),
    path: (demo, { firm }) => `${firm}/requests/${demo.request}?problem=export_too_large`,
  },
  {
    ...request("request", "the files of a request"),
    path: (demo, { firm }) => `${firm}/requests/${demo.request}?tab=files`,
  },
  {
    ...request("request", "the full record of a request"),
    path: (demo, { firm }) => `${firm}/requests/${demo.request}?tab=record`,
  },
  {
    ...request("cancelled", "a request without files"),
    path: (demo, { firm }) => `${firm}/requests/${demo.cancelled}?tab=files`,
    shows: "No files have been sent",
    renders: ["features/review/components/file-list.tsx"],
  },
  {
    ...request("cancelled", "a record without an event of a kind"),
    path: (demo, { firm }) => `${firm}/requests/${demo.cancelled}?tab=record&show=files`,
    shows: "No events of this kind",
    renders: ["features/activity/components/full-record.tsx"],
  },
  review("acceptedItem", "the review of an accepted item"),
  review("partialItem", "the review of an item that needs more"),
  review("openItem", "the review of an item without an answer", {
    shows: "No answer has been sent",
    renders: ["app/(staff)/o/[org]/(review)/requests/[requestId]/review/[itemId]/page.tsx"],
  }),
  {
    name: "the review of an item of a canceled request",
    as: "owner",
    path: (demo, { firm }) => `${firm}/requests/${demo.cancelled}/review/${demo.cancelledItem}`,
    shows: /^This request is closed/,
    renders: ["features/review/components/decision-panel.tsx"],
  },
  {
    name: "the review of an answer next to its returned version",
    as: "founder",
    path: (_, { comparison }) => comparison,
    shows: /^1 file changed: March 2026\.pdf\./,
  },
  {
    name: "a client without requests",
    as: "founder",
    path: (_, { quietClient }) => quietClient,
    shows: "No requests yet",
    renders: [`${SHEET}/clients/[clientId]/page.tsx`],
  },

  inFirm("owner", "?assignee=me", "the inbox of one person", undefined),
  inFirm("founder", "?show=bounced", "no bounced emails", "No bounced emails", [
    "features/inbox/components/bounced-tab.tsx",
  ]),
  inFirm(
    "owner",
    "/requests?q=nothing-like-this",
    "no request matches",
    /^No open requests match/,
    [`${SHEET}/requests/(list)/page.tsx`],
  ),
  inFirm("owner", "/requests?status=due_this_week", "requests of a view", undefined),
  inFirm(
    "owner",
    "/requests?status=cancelled&assignee=me",
    "a filter without requests",
    "No requests match these filters",
    [`${SHEET}/requests/(list)/page.tsx`],
  ),
  inFirm("owner", "/clients?q=nothing-like-this", "no client matches", /^No clients? match/, [
    `${SHEET}/clients/(list)/page.tsx`,
  ]),
  inFirm("owner", "/clients?status=archived", "archived clients", undefined),
  inFirm("founder", "", "the inbox of a new firm", undefined, [`${SHEET}/(inbox)/page.tsx`]),
  inFirm("founder", "/requests", "no requests yet", "No requests yet", [
    `${SHEET}/requests/(list)/page.tsx`,
  ]),
  inFirm("founder", "/requests/new", "no client to ask", "Add a client first", [
    `${SHEET}/requests/new/page.tsx`,
  ]),
  inFirm("founder", "/clients", "no clients yet", "No clients yet", [
    `${SHEET}/clients/(list)/page.tsx`,
  ]),
  inFirm("founder", "/clients?status=archived", "no archived clients", "No archived clients", [
    `${SHEET}/clients/(list)/page.tsx`,
  ]),
  inFirm("founder", "/templates", "no templates yet", "No templates yet", [
    `${SHEET}/templates/(list)/page.tsx`,
  ]),
  inFirm("founder", "/settings/team", "a team without invitations", undefined, [
    "features/team/components/invitation-list.tsx",
  ]),
  inFirm("founder", "/settings/audit", "a record with one event", undefined),
  inFirm(
    "founder",
    "/settings/audit?who=00000000-0000-4000-8000-000000000000",
    "a record without a match",
    "No events match these filters",
    ["features/audit/components/event-list.tsx"],
  ),

  {
    name: "no firm",
    as: "stranger",
    path: () => "/o",
    shows: "You do not belong to a firm yet",
    renders: ["app/(staff)/o/(list)/page.tsx"],
  },
  {
    name: "no requests for a contact",
    as: "stranger",
    path: () => "/r",
    shows: "No requests yet",
    renders: ["app/(contact)/r/(list)/page.tsx"],
  },
  {
    name: "a missing page",
    as: "owner",
    path: () => "/no-such-page",
    shows: "Not found or no access",
    renders: ["app/not-found.tsx"],
  },
  {
    name: "a link that was cut short",
    as: "visitor",
    path: ({ ownPublicId }) => `/r/${ownPublicId.slice(0, 20)}`,
    renders: ["app/(contact)/r/[publicId]/page.tsx"],
  },
  {
    name: "the sign-in page of a closed request",
    as: "visitor",
    path: ({ closedPublicId }) => `/r/${closedPublicId}`,
  },
  { name: "a contact's requests", as: "contact", path: () => "/r" },
  {
    name: "an accepted item of a contact",
    as: "contact",
    path: ({ ownPublicId, acceptedItem }) => `/r/${ownPublicId}/items/${acceptedItem}`,
  },
  {
    name: "an item that needs more",
    as: "contact",
    path: ({ ownPublicId, partialItem }) => `/r/${ownPublicId}/items/${partialItem}`,
  },
  {
    name: "a complete request of a contact",
    as: "contact",
    path: ({ completePublicId }) => `/r/${completePublicId}/items`,
  },
  {
    name: "an item of a complete request",
    as: "contact",
    path: ({ completePublicId, completeItem }) => `/r/${completePublicId}/items/${completeItem}`,
  },
  {
    name: "help about a request",
    as: "contact",
    path: ({ ownPublicId }) => `/help?request=${ownPublicId}`,
  },
  {
    name: "the request of another client",
    as: "contact",
    path: ({ otherPublicId }) => `/r/${otherPublicId}`,
  },
];

export const STATES: readonly State[] = [...ordinary, ...others];

export const REACHED: readonly Reached[] = [
  {
    name: "a filter of templates without a match",
    spec: "templates.spec.ts",
    renders: "features/templates/components/template-choices.tsx",
  },
  {
    name: "a search without a match in the command menu",
    spec: "slow/appearance-states.spec.ts",
    renders: "app/(staff)/o/[org]/_components/command-menu.tsx",
  },
  {
    name: "a page during an outage",
    spec: "slow/outage-pages.spec.ts",
    renders: "app/_components/guarded.tsx",
  },
  {
    name: "a page that failed",
    spec: "slow/outage-pages.spec.ts",
    renders: "app/_components/failure/failure-page.tsx",
  },
  {
    name: "a typed answer to a request that was canceled in the meantime",
    spec: "gone-requests.spec.ts",
    renders: "features/items/components/unsent-answer.tsx",
  },
  {
    name: "a canceled request, as its contact sees it",
    spec: "gone-requests.spec.ts",
    renders: "features/portal/components/ended-request.tsx",
  },
  {
    name: "a session that was ended on another device",
    spec: "slow/ended-sessions.spec.ts",
    renders: "app/(public)/session-ended/page.tsx",
  },
  {
    name: "the list of keyboard shortcuts",
    spec: "slow/appearance-states.spec.ts",
    renders: "app/(staff)/o/[org]/_components/staff-keys.tsx",
  },
  {
    name: "the dialogs to complete, cancel and reopen a request",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/requests/components/manage-menu.tsx",
  },
  {
    name: "the dialog to delete a draft",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/requests/components/manage-request.tsx",
  },
  {
    name: "the dialog to remove an item of an open request",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/requests/components/open-item.tsx",
  },
  {
    name: "the dialog to remove a contact from a request",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/requests/components/change-contacts.tsx",
  },
  {
    name: "the dialog to edit a client",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/clients/components/client-menu.tsx",
  },
  {
    name: "the dialog to remove a contact of a client",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/clients/components/remove-contact.tsx",
  },
  {
    name: "the dialog to delete a firm",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/orgs/components/delete-org.tsx",
  },
  {
    name: "the dialogs to suspend and remove a member",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/team/components/member-actions.tsx",
  },
  {
    name: "the dialog to revoke an invitation",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/team/components/invitation-list.tsx",
  },
  {
    name: "the dialog to leave a firm",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/team/components/leave-firms.tsx",
  },
  {
    name: "the dialog to reset two-step verification",
    spec: "firms.spec.ts",
    renders: "features/team/components/reset-factors.tsx",
  },
  {
    name: "the dialog to remove an authenticator app",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/account/components/factor-list.tsx",
  },
  {
    name: "the dialog that asks for a second factor",
    spec: "slow/appearance-states.spec.ts",
    renders: "features/mfa/components/step-up-dialog.tsx",
  },
  {
    name: "the dialog to remove a file of an answer",
    spec: "contact-files.spec.ts",
    renders: "features/files/components/remove-file.tsx",
  },
];

export const NOT_OPENED: readonly { source: string; why: string }[] = [
  {
    source: "app/account/email/page.tsx",
    why: "says what to do if no code arrives, and is no empty state",
  },
  { source: "app/global-error.tsx", why: "replaces the whole document if the root layout fails" },
  {
    source: "features/activity/components/activity-list.tsx",
    why: "a request has at least the event of its creation",
  },
  {
    source: "features/review/components/text-preview.tsx",
    why: "says that a file has no rows, in the place of its table",
  },
  {
    source: "features/requests/components/draft-conflict.tsx",
    why: "names an empty value within a conflict",
  },
  {
    source: "features/review/components/answer-view.tsx",
    why: "the database refuses an answer without content",
  },
  {
    source: "features/items/components/last-decision.tsx",
    why: "only an optional item that was open when its request was completed shows it",
  },
  {
    source: "features/mfa/components/step-up-dialog.tsx",
    why: "a firm that requires a second factor asks for it at sign-in",
  },
];
