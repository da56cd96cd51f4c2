import { z } from "zod";
import { wordsOfDeferral } from "./deferrals.ts";
import { endSentence, firmOf, type Kind, MAX_ROWS, numbered, shorten } from "./kinds.ts";
import { nameItems } from "./needs.ts";

const submissions = z.object({
  requests: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        client_name: z.string(),
        items: z.array(
          z.object({ title: z.string(), contact_name: z.string().nullable().default(null) }),
        ),
      }),
    )
    .min(1),
});
type WaitingRequest = z.output<typeof submissions>["requests"][number];

const invitation = z.object({
  invitation_id: z.string(),
  role: z.string().default("member"),
  inviter_name: z.string().nullable().default(null),
});
const stopped = z.object({
  contacts: z
    .array(
      z.object({
        name: z.string(),
        status: z.string(),
        reason: z.string().nullable().default(null),
        client_id: z.string(),
        client_name: z.string(),
      }),
    )
    .min(1),
});

const MAX_TITLE_CHARACTERS = 60;

const STOPPED: Readonly<Record<string, string>> = {
  account_deleted: "deleted their account",
  opted_out: "asked not to get email from you",
};

const REASONS: Readonly<Record<string, string>> = {
  left: "Reason: they no longer work for this client.",
  wrong_person: "Reason: the request was not meant for them.",
};

function aboutRequest({ client_name, items }: WaitingRequest) {
  const [first, ...others] = new Set(items.map(({ contact_name }) => contact_name));
  const only = others.length === 0 ? first : null;
  const answers = numbered(items.length, "answer");
  const rows = items.slice(0, MAX_ROWS).map(({ title, contact_name }) => ({
    title,
    detail: only ? undefined : (contact_name ?? undefined),
  }));
  return {
    paragraph: only
      ? endSentence(`${only} sent ${answers} for ${client_name}`)
      : `${client_name} sent ${answers}.`,
    rows,
    more: items.length > rows.length ? `and ${items.length - rows.length} more` : undefined,
  };
}

function aboutRequests(requests: readonly WaitingRequest[]) {
  const clients = new Set(requests.map(({ client_name }) => client_name));
  const answers = numbered(requests.flatMap(({ items }) => items).length, "answer");
  const [client = ""] = clients;
  const rows = requests.slice(0, MAX_ROWS).map(({ title, client_name, items }) => {
    const titles = items.map((item) => shorten(item.title, MAX_TITLE_CHARACTERS));
    const names = nameItems(titles, titles.length, 3);
    return { title, detail: clients.size === 1 ? names : `${client_name}: ${names}` };
  });
  const left = requests.length - rows.length;
  return {
    paragraph: `${clients.size === 1 ? client : numbered(clients.size, "client")} sent ${answers} for ${numbered(requests.length, "request")}.`,
    rows,
    more: left > 0 ? `and ${numbered(left, "more request")}` : undefined,
  };
}

export const STAFF_KINDS: Readonly<Record<string, Kind>> = {
  staff_digest: (email, { links }) => {
    const { requests } = submissions.parse(email.data);
    const [first, ...others] = requests;
    const items = requests.flatMap((request) => request.items);
    const answers = numbered(items.length, "answer");
    const clients = new Set(requests.map(({ client_name }) => client_name));
    const client = clients.size === 1 ? first?.client_name : numbered(clients.size, "client");
    const isOne = first !== undefined && others.length === 0;
    const { paragraph, rows, more } = isOne ? aboutRequest(first) : aboutRequests(requests);
    return {
      subject: `${answers} to review from ${client}`,
      headline: `${isOne ? `${first.title}: ` : ""}${answers} to review`,
      preheader: endSentence(
        nameItems(
          items.map(({ title }) => title),
          items.length,
          3,
        ),
      ),
      paragraphs: [[paragraph]],
      rows,
      more,
      action: {
        label: `Review ${answers}`,
        url: isOne ? links.request(first.id) : links.inbox(),
      },
    };
  },
  staff_notice: (email, { links }) => {
    const { contacts } = stopped.parse(email.data);
    const lines = contacts.map((contact) => ({
      title: `${contact.name} ${STOPPED[contact.status] ?? "gets no email"}`,
      detail: [
        endSentence(`${contact.name} is a contact of ${contact.client_name}`),
        REASONS[contact.reason ?? ""],
      ]
        .filter(Boolean)
        .join(" "),
    }));
    const [first] = lines;
    const isOne = lines.length === 1;
    const headline = isOne && first ? first.title : `${lines.length} contacts no longer get email`;
    const isOneClient = new Set(contacts.map(({ client_id }) => client_id)).size === 1;
    const next = isOneClient
      ? "If you still need an answer, add another contact for the client."
      : "If you still need answers, add other contacts for these clients.";
    const advice = `Dossier no longer sends email to ${isOne ? "this contact" : "these contacts"}. ${next}`;
    const rows = isOne ? [] : lines.slice(0, MAX_ROWS);
    return {
      subject: headline,
      headline,
      preheader: advice,
      paragraphs: [...(isOne && first ? [[first.detail]] : []), [advice]],
      rows,
      more:
        isOne || lines.length <= rows.length ? undefined : `and ${lines.length - rows.length} more`,
      action: {
        label: isOne ? "See the contact" : "See the contacts",
        url: links.clients(isOne ? contacts[0]?.client_id : undefined),
      },
    };
  },
  email_deferred: (email, { links }) => ({
    ...wordsOfDeferral(firmOf(email), email.data),
    action: { label: "See your limits", url: links.limits() },
  }),
  invitation: (email, { links }) => {
    const { invitation_id, role, inviter_name } = invitation.parse(email.data);
    const headline = `Join ${firmOf(email)} on Dossier`;
    const line = `${inviter_name || "Someone"} invited you to join ${firmOf(email)} as ${asRole(role)}.`;
    return {
      subject: headline,
      headline,
      preheader: line,
      paragraphs: [[line], ["The invitation expires after seven days."]],
      action: { label: "View the invitation", url: links.invitation(invitation_id) },
    };
  },
};

function asRole(role: string): string {
  return role === "member" ? "a member" : `an ${role}`;
}
