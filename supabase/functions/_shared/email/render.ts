import type { EmailBody } from "./body.ts";
import { brandOfDossier, brandOfFirm } from "./brand.ts";
import type { ClaimedEmail } from "./claimed-email.ts";
import { CONTACT_KINDS } from "./contact-kinds.ts";
import { withFirmLinks } from "./firm-links.ts";
import { toFooter } from "./footer.ts";
import { toHtml } from "./html-part.ts";
import { endSentence, firmOf, type Kind } from "./kinds.ts";
import { createLinks } from "./links.ts";
import { NOTICE_KINDS } from "./notices.ts";
import { OWNER_KINDS } from "./owner-kinds.ts";
import { toHeader, toSender } from "./plain-text.ts";
import type { RenderedEmail } from "./post.ts";
import { STAFF_KINDS } from "./staff-kinds.ts";
import { toText } from "./text-part.ts";

interface RenderOptions {
  siteUrl: string;
  supabaseUrl: string;
  from: string;
  now(): number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  ...CONTACT_KINDS,
  ...STAFF_KINDS,
  ...OWNER_KINDS,
  ...NOTICE_KINDS,
};

/**
 * Returns undefined if the kind is unknown.
 * @throws ZodError if the email's data does not match its kind
 */
export function renderEmail(
  email: ClaimedEmail,
  options: RenderOptions,
): RenderedEmail | undefined {
  const kind = Object.hasOwn(KINDS, email.kind) ? KINDS[email.kind] : undefined;
  if (!kind) return undefined;
  const links = createLinks(email, options.siteUrl);
  const safe = withFirmLinks(email);
  const { subject, ...words } = kind(safe, { links, now: options.now() });
  const optOutUrl = links.optOut();
  const body: EmailBody = {
    ...words,
    brand:
      email.org_name === null
        ? brandOfDossier(options.siteUrl)
        : brandOfFirm(
            { name: email.org_name, logoPath: email.logo_path, color: email.brand_color },
            options.supabaseUrl,
          ),
    help:
      email.contact_id !== null && email.reply_email !== null
        ? endSentence(`Questions? Reply to this email. Your reply goes to ${firmOf(email)}`)
        : undefined,
    footer: toFooter(
      email.to_email,
      email.to_name,
      safe.postal_address === null ? undefined : `${firmOf(email)}, ${safe.postal_address}`,
    ),
    optOut:
      optOutUrl === undefined
        ? undefined
        : { label: "Stop reminders, or say that this isn’t for you", url: optOutUrl },
  };
  return {
    emailId: email.mail_id,
    from: `"${email.org_name ? `${toSender(email.org_name)} via Dossier` : "Dossier"}" <${options.from}>`,
    to: email.to_email,
    replyTo: email.reply_email ?? undefined,
    subject: toHeader(subject),
    text: toText(body),
    html: toHtml(body),
    headers: {
      "Auto-Submitted": "auto-generated",
      // Keeps email programs from grouping different emails into one conversation.
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
