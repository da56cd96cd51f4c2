import { z } from "zod";
import type { ClaimedEmail } from "./claimed-email.ts";
import { toMoment } from "./dates.ts";
import { type Context, endSentence, firmOf, type Kind, upperFirst, type Words } from "./kinds.ts";

const owner = z.object({
  /** The new or former owner. */
  name: z.string().nullable().default(null),
  /** The person who made the change. Null if an operator deleted the owner's account. */
  by: z.string().nullable().default(null),
  action: z.string(),
  at: z.coerce.date(),
  can_check: z.boolean().nullable().default(false),
});

export const OWNER_KINDS: Readonly<Record<string, Kind>> = {
  owner_joined: (email, context) => {
    const { name, by, action } = ownerOf(email);
    const firm = firmOf(email);
    const how: Record<string, string> = {
      "member.joined": `${name} accepted an invitation from ${by}`,
      "member.restored": `${by} restored access for ${name}`,
    };
    return words(email, context, {
      headline: `${name} is now an owner of ${firm}`,
      what: how[action] ?? `${by} made ${name} an owner of ${firm}`,
      why: "Owners can change every setting, remove other owners and delete the firm. ",
    });
  },
  owner_left: (email, context) => {
    const { name, action } = ownerOf(email);
    const firm = firmOf(email);
    const hasLeft = action === "member.removed";
    return words(email, context, {
      headline: hasLeft ? `${name} left ${firm}` : `${name} is no longer an owner of ${firm}`,
      what: hasLeft ? `${name} is no longer an owner` : `${name} gave up the owner role at ${firm}`,
    });
  },
  owner_removed: (email, context) => {
    const { name, by, action, isByPerson } = ownerOf(email);
    const firm = firmOf(email);
    const how: Record<string, string> = {
      "member.removed": isByPerson
        ? `${by} removed ${name} from ${firm}`
        : "The people who run Dossier deleted the account of this owner",
      "member.suspended": `${by} suspended ${name} at ${firm}`,
    };
    return words(email, context, {
      headline: `${name} is no longer an owner of ${firm}`,
      what: how[action] ?? `${by} changed the role of ${name} at ${firm}`,
    });
  },
};

const FORMER = "someone who no longer has an account";

function ownerOf(email: ClaimedEmail) {
  const { name, by, ...data } = owner.parse(email.data);
  return { name: name || FORMER, by: by || FORMER, isByPerson: Boolean(by), ...data };
}

function words(
  email: ClaimedEmail,
  { links }: Context,
  { headline, what, why = "" }: { headline: string; what: string; why?: string },
): Words {
  const { at, can_check } = ownerOf(email);
  const change = endSentence(upperFirst(what));
  const next = can_check
    ? "If you did not expect this, check your team."
    : endSentence(`If you did not expect this, contact an owner of ${firmOf(email)}`);
  return {
    subject: upperFirst(headline),
    headline: upperFirst(headline),
    preheader: change,
    paragraphs: [[change], [`Time: ${toMoment(at, email.time_zone)}.`], [`${why}${next}`]],
    action: can_check
      ? { label: "Check your team", url: links.team() }
      : { label: "Open Dossier", url: links.home() },
  };
}
