import { z } from "zod";
import type { ClaimedEmail } from "./claimed-email.ts";
import { wordsOfDeferral } from "./deferrals.ts";
import { withFirmLinks } from "./firm-links.ts";
import { type EmailBody, toHtml, toText } from "./layout.ts";
import { wordsOfNotice } from "./notices.ts";
import { inert, toHeader, toSender } from "./plain-text.ts";
import type { RenderedEmail } from "./post.ts";

interface RenderOptions {
  /** Without a trailing slash. */
  siteUrl: string;
  from: string;
}

interface Words {
  subject: string;
  paragraphs: string[];
  items?: readonly { title: string; detail: string }[];
  action: { label: string; url: string };
}

type Kind = (email: ClaimedEmail, links: Links) => Words;

/** The pages an email may link to. Only the opt-out page does anything without signing in. */
interface Links {
  /**
   * The contact's request. The address is in the fragment, which browsers never send to the server.
   */
  portal(): string;
  request(): string;
  invitation(id: string): string;
  team(): string;
  /** The firm's security settings, which show its limits. */
  limits(): string;
  /** The page where the contact stops email. Undefined for one-time emails. */
  optOut(): string | undefined;
  /** The page of one client, or of all clients. */
  clients(id: string | undefined): string;
  home(): string;
  /** The page of the reader's password, factors and devices. */
  security(): string;
}

const reopened = z.object({ note: z.string().default("") });
const reason = z.object({ reason: z.string().default("") });
const decisions = z.object({
  items: z.array(
    z.object({ title: z.string(), status: z.string(), note: z.string().nullable().default(null) }),
  ),
});
const unsent = z.object({ ready: z.array(z.string()).default([]) });
const submissions = z.object({
  client_name: z.string().nullable().default(null),
  items: z.array(
    z.object({ title: z.string(), contact_name: z.string().nullable().default(null) }),
  ),
});
const invitation = z.object({
  invitation_id: z.string(),
  role: z.string().default("member"),
  inviter_name: z.string().nullable().default(null),
});

const owner = z.object({
  /** The person whom the email is about, and the actor. */
  name: z.string().nullable().default(null),
  by: z.string().nullable().default(null),
  action: z.string(),
  at: z.coerce.date(),
  /** True for an owner who can open the team page. */
  can_check: z.boolean().nullable().default(false),
});

const optOut = z.object({ opt_out_token: z.string().regex(/^[0-9a-f]{32}$/) });
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

/** Follow the contact's name. */
const STOPPED: Readonly<Record<string, string>> = {
  account_deleted: "deleted their account",
  opted_out: "asked not to get email from you",
};

/** Follow the client's name. */
const REASONS: Readonly<Record<string, string>> = {
  left: "They no longer work for this client.",
  wrong_person: "The request was not meant for them.",
};

const KINDS: Readonly<Record<string, Kind>> = {
  account_notice: (email, links) => {
    const { subject, what, help, at, page } = wordsOfNotice(email.data);
    return {
      subject,
      paragraphs: [what, `This happened on ${moment(at, "UTC")}.`, help],
      action:
        page === "security"
          ? { label: "Check your account", url: links.security() }
          : { label: "Open Dossier", url: links.home() },
    };
  },
  request_sent: (email, links) => ({
    subject: `${firm(email)}: ${title(email)}`,
    paragraphs: [
      `${firm(email)} asks you for documents and answers: ${title(email)}.`,
      ...(email.request_message ? [email.request_message] : []),
      ...due(email),
      "You need no password. Open the page, and we’ll send you a code to type.",
    ],
    action: { label: "See what is needed", url: links.portal() },
  }),
  reminder: (email, links) => ({
    subject: `Reminder from ${firm(email)}: ${title(email)}`,
    paragraphs: [
      `${firm(email)} still needs something from you: ${title(email)}.`,
      ...readyLine(email),
      ...due(email),
    ],
    action: { label: "Continue", url: links.portal() },
  }),
  decision_digest: (email, links) => {
    const { items } = decisions.parse(email.data);
    return {
      subject: `${firm(email)} needs more from you: ${title(email)}`,
      paragraphs: [
        `${firm(email)} reviewed what you sent and needs a correction or something more.`,
      ],
      items: items.map((item) => ({
        title: item.title,
        detail: [item.status === "partial" ? "Accepted, but more is needed." : "", item.note ?? ""]
          .filter((line) => line !== "")
          .join("\n"),
      })),
      action: { label: "See what is needed", url: links.portal() },
    };
  },
  request_completed: (email, links) => ({
    subject: `${firm(email)} has everything: ${title(email)}`,
    paragraphs: [`${firm(email)} has everything it needs for ${title(email)}. Thank you.`],
    action: { label: "See what you sent", url: links.portal() },
  }),
  request_reopened: (email, links) => ({
    subject: `${firm(email)} reopened your request: ${title(email)}`,
    paragraphs: [
      `${firm(email)} reopened ${title(email)}.`,
      ...[reopened.parse(email.data ?? {}).note].filter((text) => text !== ""),
      ...due(email),
    ],
    action: { label: "See what is needed", url: links.portal() },
  }),
  request_cancelled: (email, links) => ({
    subject: `${firm(email)} no longer needs this: ${title(email)}`,
    paragraphs: [
      `${firm(email)} canceled ${title(email)}. You do not need to do anything.`,
      ...[reason.parse(email.data ?? {}).reason].filter((text) => text !== ""),
    ],
    action: { label: "Open the page", url: links.portal() },
  }),
  staff_digest: (email, links) => {
    const { items, client_name } = submissions.parse(email.data);
    const client = client_name ?? "A client";
    return {
      subject: `${client} sent ${count(items.length)}: ${title(email)}`,
      paragraphs: [`${client} sent ${count(items.length)} for ${title(email)}.`],
      items: items.map((item) => ({ title: item.title, detail: item.contact_name ?? "" })),
      action: { label: "Review", url: links.request() },
    };
  },
  staff_notice: (email, links) => {
    const { contacts } = stopped.parse(email.data);
    const lines = contacts.map((contact) => ({
      title: `${contact.name} ${STOPPED[contact.status] ?? "gets no email"}`,
      detail: [contact.client_name, REASONS[contact.reason ?? ""]].filter(Boolean).join("\n"),
    }));
    const [first] = lines;
    const clientId = contacts.length === 1 ? contacts[0]?.client_id : undefined;
    return {
      subject:
        first && contacts.length === 1
          ? first.title
          : `${contacts.length} contacts no longer get email`,
      paragraphs: [
        `Dossier no longer sends email to ${contacts.length === 1 ? "this contact" : "these contacts"}. If you still need an answer, add another contact for the client.`,
      ],
      items: lines,
      action: { label: "See the contacts", url: links.clients(clientId) },
    };
  },
  email_deferred: (email, links) => ({
    ...wordsOfDeferral(firm(email), email.data),
    action: { label: "See your limits", url: links.limits() },
  }),
  invitation: (email, links) => {
    const { invitation_id, role, inviter_name } = invitation.parse(email.data);
    return {
      subject: `Join ${firm(email)} on Dossier`,
      paragraphs: [
        `${inviter_name || "Someone"} invites you to join ${firm(email)} as ${asRole(role)}.`,
        "The invitation is valid for seven days.",
      ],
      action: { label: "See the invitation", url: links.invitation(invitation_id) },
    };
  },
  owner_joined: (email, links) => {
    const { name, by, action } = ownerOf(email);
    const how: Record<string, string> = {
      "member.joined": `${name} accepted an invitation from ${by} and is now an owner of ${firm(email)}.`,
      "member.restored": `${by} restored ${name}, who is now an owner of ${firm(email)}.`,
    };
    return {
      subject: `${name} is now an owner of ${firm(email)}`,
      paragraphs: [
        how[action] ?? `${by} made ${name} an owner of ${firm(email)}.`,
        ...ownerClosing(
          email,
          "Owners can change every setting, remove other owners and delete the firm.",
        ),
      ],
      action: ownerAction(email, links),
    };
  },
  owner_left: (email, links) => {
    const { name, action } = ownerOf(email);
    const hasLeft = action === "member.removed";
    return {
      subject: hasLeft
        ? `${name} left ${firm(email)}`
        : `${name} is no longer an owner of ${firm(email)}`,
      paragraphs: [
        hasLeft
          ? `${name} left ${firm(email)} and is no longer an owner.`
          : `${name} gave up the owner role at ${firm(email)}.`,
        ...ownerClosing(email),
      ],
      action: ownerAction(email, links),
    };
  },
  owner_removed: (email, links) => {
    const { name, by, action } = ownerOf(email);
    const how: Record<string, string> = {
      "member.removed": `${by} removed ${name} from ${firm(email)}.`,
      "member.suspended": `${by} suspended ${name} at ${firm(email)}.`,
    };
    return {
      subject: `${name} is no longer an owner of ${firm(email)}`,
      paragraphs: [
        how[action] ?? `${by} changed the role of ${name} at ${firm(email)}.`,
        ...ownerClosing(email),
      ],
      action: ownerAction(email, links),
    };
  },
};

/**
 * Returns undefined for an unknown kind.
 * @throws ZodError if the outbox has other data than the kind needs
 */
export function renderEmail(
  email: ClaimedEmail,
  options: RenderOptions,
): RenderedEmail | undefined {
  const kind = Object.hasOwn(KINDS, email.kind) ? KINDS[email.kind] : undefined;
  if (!kind) return undefined;
  const links = createLinks(email, options.siteUrl);
  const words = kind(withFirmLinks(email), links);
  const optOutUrl = links.optOut();
  const body: EmailBody = {
    greeting: inert(email.to_name ? `Hello ${email.to_name},` : "Hello,"),
    paragraphs: words.paragraphs.map(inert),
    items: words.items?.map(({ title, detail }) => ({
      title: inert(title),
      detail: inert(detail),
    })),
    action: words.action,
    footer: inert(
      `Sent by Dossier${email.org_name ? ` for ${email.org_name}` : ""}. Dossier never asks for a password by email, ` +
        "and no link in our emails signs you in.",
    ),
    optOut:
      optOutUrl === undefined
        ? undefined
        : { label: inert(`Stop emails or reminders from ${firm(email)}`), url: optOutUrl },
  };
  return {
    emailId: email.mail_id,
    from: `"${email.org_name ? `${toSender(email.org_name)} via Dossier` : "Dossier"}" <${options.from}>`,
    to: email.to_email,
    replyTo: email.reply_email ?? undefined,
    subject: toHeader(words.subject),
    text: toText(body),
    html: toHtml(body),
    headers: {
      "Auto-Submitted": "auto-generated",
      // Prevents email programs from grouping several requests into one conversation.
      "X-Entity-Ref-ID": email.mail_id,
      ...(optOutUrl === undefined
        ? {}
        : {
            "List-Unsubscribe": `<${optOutUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
  };
}

function createLinks(email: ClaimedEmail, siteUrl: string): Links {
  const path = (...parts: (string | null)[]) =>
    `${siteUrl}/${parts.map((part) => encodeURIComponent(part ?? "")).join("/")}`;
  return {
    portal: () => `${path("r", email.public_id)}#email=${encodeURIComponent(email.to_email)}`,
    request: () => path("o", email.org_slug, "requests", email.request_id),
    invitation: (id) => path("join", id),
    team: () => path("o", email.org_slug, "settings", "team"),
    limits: () => path("o", email.org_slug, "settings", "security"),
    clients: (id) => path("o", email.org_slug, "clients", ...(id === undefined ? [] : [id])),
    optOut: () => {
      const { success, data } = optOut.safeParse(email.data);
      return success ? path("unsubscribe", data.opt_out_token) : undefined;
    },
    home: () => path("o"),
    security: () => path("account", "security"),
  };
}

function ownerOf(email: ClaimedEmail) {
  const { name, by, ...data } = owner.parse(email.data);
  return { name: name || "A former user", by: by || "A former user", ...data };
}

function ownerClosing(email: ClaimedEmail, why = ""): string[] {
  const { at, can_check } = ownerOf(email);
  const next = can_check
    ? "If you did not expect this, check your team."
    : "If you did not expect this, ask another owner.";
  return [`This happened on ${moment(at, email.time_zone ?? "UTC")}.`, `${why} ${next}`.trim()];
}

function ownerAction(email: ClaimedEmail, links: Links): Words["action"] {
  return ownerOf(email).can_check
    ? { label: "Check the team", url: links.team() }
    : { label: "Open Dossier", url: links.home() };
}

function moment(at: Date, timeZone: string): string {
  const format = (zone: string) =>
    `${new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: zone }).format(at)} (${zone})`;
  try {
    return format(timeZone);
  } catch (error) {
    if (error instanceof RangeError) return format("UTC");
    throw error;
  }
}

function asRole(role: string): string {
  return role === "member" ? "a member" : `an ${role}`;
}

function firm(email: ClaimedEmail): string {
  return email.org_name || "Dossier";
}

function title(email: ClaimedEmail): string {
  return email.request_title || "your request";
}

function count(items: number): string {
  return items === 1 ? "1 answer" : `${items} answers`;
}

/** Maximum number of titles in one line. */
const MOST_READY = 5;

/** Lists the answers that the contact has not sent and the firm waits for. */
function readyLine(email: ClaimedEmail): string[] {
  const { ready } = unsent.parse(email.data ?? {});
  if (ready.length === 0) return [];
  const more = ready.length - MOST_READY;
  const named = ready.slice(0, MOST_READY).join("; ");
  return [`Ready but not sent: ${named}${more > 0 ? `; and ${more} more` : ""}.`];
}

function due(email: ClaimedEmail): string[] {
  if (email.due_on === null) return [];
  const date = new Date(`${email.due_on}T00:00:00Z`);
  // A date has no zone.
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return [`Please send everything by ${format.format(date)}.`];
}
