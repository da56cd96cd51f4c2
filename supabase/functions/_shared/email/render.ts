import { z } from "zod";
import type { ClaimedMail } from "./claimed-mail.ts";
import { wordsOfDeferral } from "./deferrals.ts";
import { withFirmLinks } from "./firm-links.ts";
import { type MailBody, toHtml, toText } from "./layout.ts";
import { wordsOfNotice } from "./notices.ts";
import { inert, toHeader, toSender } from "./plain-text.ts";
import type { RenderedMail } from "./post.ts";

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

type Kind = (mail: ClaimedMail, links: Links) => Words;

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
  account_notice: (mail, links) => {
    const { subject, what, help, at, page } = wordsOfNotice(mail.data);
    return {
      subject,
      paragraphs: [what, `This happened on ${moment(at, "UTC")}.`, help],
      action:
        page === "security"
          ? { label: "Check your account", url: links.security() }
          : { label: "Open Dossier", url: links.home() },
    };
  },
  request_sent: (mail, links) => ({
    subject: `${firm(mail)}: ${title(mail)}`,
    paragraphs: [
      `${firm(mail)} asks you for documents and answers: ${title(mail)}.`,
      ...(mail.request_message ? [mail.request_message] : []),
      ...due(mail),
      "You need no password. Open the page, and we’ll send you a code to type.",
    ],
    action: { label: "See what is needed", url: links.portal() },
  }),
  reminder: (mail, links) => ({
    subject: `Reminder from ${firm(mail)}: ${title(mail)}`,
    paragraphs: [
      `${firm(mail)} still needs something from you: ${title(mail)}.`,
      ...readyLine(mail),
      ...due(mail),
    ],
    action: { label: "Continue", url: links.portal() },
  }),
  decision_digest: (mail, links) => {
    const { items } = decisions.parse(mail.data);
    return {
      subject: `${firm(mail)} needs more from you: ${title(mail)}`,
      paragraphs: [
        `${firm(mail)} reviewed what you sent and needs a correction or something more.`,
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
  request_completed: (mail, links) => ({
    subject: `${firm(mail)} has everything: ${title(mail)}`,
    paragraphs: [`${firm(mail)} has everything it needs for ${title(mail)}. Thank you.`],
    action: { label: "See what you sent", url: links.portal() },
  }),
  request_reopened: (mail, links) => ({
    subject: `${firm(mail)} reopened your request: ${title(mail)}`,
    paragraphs: [
      `${firm(mail)} reopened ${title(mail)}.`,
      ...[reopened.parse(mail.data ?? {}).note].filter((text) => text !== ""),
      ...due(mail),
    ],
    action: { label: "See what is needed", url: links.portal() },
  }),
  request_cancelled: (mail, links) => ({
    subject: `${firm(mail)} no longer needs this: ${title(mail)}`,
    paragraphs: [
      `${firm(mail)} canceled ${title(mail)}. You do not need to do anything.`,
      ...[reason.parse(mail.data ?? {}).reason].filter((text) => text !== ""),
    ],
    action: { label: "Open the page", url: links.portal() },
  }),
  staff_digest: (mail, links) => {
    const { items, client_name } = submissions.parse(mail.data);
    const client = client_name ?? "A client";
    return {
      subject: `${client} sent ${count(items.length)}: ${title(mail)}`,
      paragraphs: [`${client} sent ${count(items.length)} for ${title(mail)}.`],
      items: items.map((item) => ({ title: item.title, detail: item.contact_name ?? "" })),
      action: { label: "Review", url: links.request() },
    };
  },
  staff_notice: (mail, links) => {
    const { contacts } = stopped.parse(mail.data);
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
  email_deferred: (mail, links) => ({
    ...wordsOfDeferral(firm(mail), mail.data),
    action: { label: "See your limits", url: links.limits() },
  }),
  invitation: (mail, links) => {
    const { invitation_id, role, inviter_name } = invitation.parse(mail.data);
    return {
      subject: `Join ${firm(mail)} on Dossier`,
      paragraphs: [
        `${inviter_name || "Someone"} invites you to join ${firm(mail)} as ${asRole(role)}.`,
        "The invitation is valid for seven days.",
      ],
      action: { label: "See the invitation", url: links.invitation(invitation_id) },
    };
  },
  owner_joined: (mail, links) => {
    const { name, by, action } = ownerOf(mail);
    const how: Record<string, string> = {
      "member.joined": `${name} accepted an invitation from ${by} and is now an owner of ${firm(mail)}.`,
      "member.restored": `${by} restored ${name}, who is now an owner of ${firm(mail)}.`,
    };
    return {
      subject: `${name} is now an owner of ${firm(mail)}`,
      paragraphs: [
        how[action] ?? `${by} made ${name} an owner of ${firm(mail)}.`,
        ...ownerClosing(
          mail,
          "Owners can change every setting, remove other owners and delete the firm.",
        ),
      ],
      action: ownerAction(mail, links),
    };
  },
  owner_left: (mail, links) => {
    const { name, action } = ownerOf(mail);
    const hasLeft = action === "member.removed";
    return {
      subject: hasLeft
        ? `${name} left ${firm(mail)}`
        : `${name} is no longer an owner of ${firm(mail)}`,
      paragraphs: [
        hasLeft
          ? `${name} left ${firm(mail)} and is no longer an owner.`
          : `${name} gave up the owner role at ${firm(mail)}.`,
        ...ownerClosing(mail),
      ],
      action: ownerAction(mail, links),
    };
  },
  owner_removed: (mail, links) => {
    const { name, by, action } = ownerOf(mail);
    const how: Record<string, string> = {
      "member.removed": `${by} removed ${name} from ${firm(mail)}.`,
      "member.suspended": `${by} suspended ${name} at ${firm(mail)}.`,
    };
    return {
      subject: `${name} is no longer an owner of ${firm(mail)}`,
      paragraphs: [
        how[action] ?? `${by} changed the role of ${name} at ${firm(mail)}.`,
        ...ownerClosing(mail),
      ],
      action: ownerAction(mail, links),
    };
  },
};

/**
 * Returns undefined for an unknown kind.
 * @throws ZodError if the outbox has other data than the kind needs
 */
export function renderMail(mail: ClaimedMail, options: RenderOptions): RenderedMail | undefined {
  const kind = Object.hasOwn(KINDS, mail.kind) ? KINDS[mail.kind] : undefined;
  if (!kind) return undefined;
  const links = createLinks(mail, options.siteUrl);
  const words = kind(withFirmLinks(mail), links);
  const optOutUrl = links.optOut();
  const body: MailBody = {
    greeting: inert(mail.to_name ? `Hello ${mail.to_name},` : "Hello,"),
    paragraphs: words.paragraphs.map(inert),
    items: words.items?.map(({ title, detail }) => ({
      title: inert(title),
      detail: inert(detail),
    })),
    action: words.action,
    footer: inert(
      `Sent by Dossier${mail.org_name ? ` for ${mail.org_name}` : ""}. Dossier never asks for a password by email, ` +
        "and no link in our emails signs you in.",
    ),
    optOut:
      optOutUrl === undefined
        ? undefined
        : { label: inert(`Stop emails or reminders from ${firm(mail)}`), url: optOutUrl },
  };
  return {
    mailId: mail.mail_id,
    from: `"${mail.org_name ? `${toSender(mail.org_name)} via Dossier` : "Dossier"}" <${options.from}>`,
    to: mail.to_email,
    replyTo: mail.reply_email ?? undefined,
    subject: toHeader(words.subject),
    text: toText(body),
    html: toHtml(body),
    headers: {
      "Auto-Submitted": "auto-generated",
      // Prevents email programs from grouping several requests into one conversation.
      "X-Entity-Ref-ID": mail.mail_id,
      ...(optOutUrl === undefined
        ? {}
        : {
            "List-Unsubscribe": `<${optOutUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
  };
}

function createLinks(mail: ClaimedMail, siteUrl: string): Links {
  const path = (...parts: (string | null)[]) =>
    `${siteUrl}/${parts.map((part) => encodeURIComponent(part ?? "")).join("/")}`;
  return {
    portal: () => `${path("r", mail.public_id)}#email=${encodeURIComponent(mail.to_email)}`,
    request: () => path("o", mail.org_slug, "requests", mail.request_id),
    invitation: (id) => path("join", id),
    team: () => path("o", mail.org_slug, "settings", "team"),
    limits: () => path("o", mail.org_slug, "settings", "security"),
    clients: (id) => path("o", mail.org_slug, "clients", ...(id === undefined ? [] : [id])),
    optOut: () => {
      const { success, data } = optOut.safeParse(mail.data);
      return success ? path("unsubscribe", data.opt_out_token) : undefined;
    },
    home: () => path("o"),
    security: () => path("account", "security"),
  };
}

function ownerOf(mail: ClaimedMail) {
  const { name, by, ...data } = owner.parse(mail.data);
  return { name: name || "A former user", by: by || "A former user", ...data };
}

function ownerClosing(mail: ClaimedMail, why = ""): string[] {
  const { at, can_check } = ownerOf(mail);
  const next = can_check
    ? "If you did not expect this, check your team."
    : "If you did not expect this, ask another owner.";
  return [`This happened on ${moment(at, mail.time_zone ?? "UTC")}.`, `${why} ${next}`.trim()];
}

function ownerAction(mail: ClaimedMail, links: Links): Words["action"] {
  return ownerOf(mail).can_check
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

function firm(mail: ClaimedMail): string {
  return mail.org_name || "Dossier";
}

function title(mail: ClaimedMail): string {
  return mail.request_title || "your request";
}

function count(items: number): string {
  return items === 1 ? "one item" : `${items} items`;
}

/** Maximum number of titles in one line. */
const MOST_READY = 5;

/** Lists the answers that the contact has not sent and the firm waits for. */
function readyLine(mail: ClaimedMail): string[] {
  const { ready } = unsent.parse(mail.data ?? {});
  if (ready.length === 0) return [];
  const more = ready.length - MOST_READY;
  const named = ready.slice(0, MOST_READY).join("; ");
  return [`Ready but not sent: ${named}${more > 0 ? `; and ${more} more` : ""}.`];
}

function due(mail: ClaimedMail): string[] {
  if (mail.due_on === null) return [];
  const date = new Date(`${mail.due_on}T00:00:00Z`);
  // A date has no zone.
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return [`Please send everything by ${format.format(date)}.`];
}
