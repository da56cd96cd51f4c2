import type { EmailBody } from "./body.ts";
import { type BrandedFirm, brandOfDossier, brandOfFirm } from "./brand.ts";
import { toFooter } from "./footer.ts";
import { toHtml } from "./html-part.ts";
import { toHeader, toSender } from "./plain-text.ts";
import type { RenderedEmail } from "./post.ts";
import { ON_SECURITY_PAGE } from "./security-page.ts";
import { toText } from "./text-part.ts";

export type CodePurpose = "sign-in" | "invite" | "recovery" | "email_change" | "reauthentication";

export interface CodeEmail {
  /** Id of the hook call, see `HookRequest.id`. */
  id: string;
  to: string;
  code: string;
  purpose: CodePurpose;
  /** The address that receives this code. Set only for an email change. */
  step?: "current" | "new" | undefined;
  newAddress?: string | undefined;
  /** Undefined if the email must not mention a firm. */
  firm: (BrandedFirm & { replyEmail: string }) | undefined;
}

interface CodeOptions {
  siteUrl: string;
  supabaseUrl: string;
  from: string;
}

const LEADS: Readonly<Record<CodePurpose, string>> = {
  "sign-in": "Type this code to continue in Dossier",
  invite: "Type this code to continue in Dossier",
  recovery: "Type this code in Dossier to choose a new password",
  email_change: "Type this code in Dossier to change your email address",
  reauthentication: "Type this code in Dossier to confirm it’s you",
};

const SUBJECTS: Readonly<Record<CodePurpose, string>> = {
  "sign-in": "Your Dossier code",
  invite: "Your Dossier code",
  recovery: "Your code to choose a new password",
  email_change: "Your code to change your email address",
  reauthentication: "Your code to confirm it’s you",
};

const UNASKED: Readonly<Record<CodePurpose, string>> = {
  "sign-in": "If you did not ask for this code, ignore this email.",
  invite: "If you did not ask for this code, ignore this email.",
  recovery: "If you did not ask for this code, ignore this email. Your password stays the same.",
  // A mistyped new address may belong to a stranger, so do not advise a new password.
  email_change:
    "If you did not ask for this code, ignore this email. Without the code, nothing changes.",
  reauthentication: `If you did not ask for this code, choose a new password ${ON_SECURITY_PAGE}.`,
};

interface StepTexts {
  subject: string;
  recipient: string;
  unasked: string;
}

const STEPS: Readonly<Record<"current" | "new" | "either", StepTexts>> = {
  current: {
    subject: "Code 1 of 2 to change your email address",
    recipient: "Sent to your current address.",
    unasked: UNASKED.reauthentication,
  },
  new: {
    subject: "Code 2 of 2 to change your email address",
    recipient: "Sent to the new address.",
    unasked: UNASKED.email_change,
  },
  either: {
    subject: SUBJECTS.email_change,
    recipient: "Your current and your new address each get a code. Enter both codes.",
    unasked:
      "If you did not ask for this code, ignore this email. Without both codes, nothing changes.",
  },
};

const VALIDITY = "The code works once and is valid for 10\u00a0minutes.";

type CodeBody = Pick<CodeEmail, "code" | "purpose" | "newAddress"> &
  Pick<EmailBody, "brand" | "footer"> & {
    /** `either` if it is unknown which address receives the code. */
    step?: keyof typeof STEPS | undefined;
  };

export function bodyOfCode(
  { code, purpose, step, newAddress, brand, footer }: CodeBody,
  firmName?: string,
): EmailBody {
  const lead = firmName ? `Type this code to open the request from ${firmName}` : LEADS[purpose];
  const { subject, recipient, unasked } = step
    ? STEPS[step]
    : { subject: SUBJECTS[purpose], recipient: undefined, unasked: UNASKED[purpose] };
  const warning = `${firmName ?? "Dossier"} never asks for this code by phone. Do not give it to anyone.`;
  return {
    brand,
    headline: firmName ? `Your code for ${firmName}` : subject,
    preheader: `${VALIDITY} ${warning}`,
    paragraphs: [
      ...(recipient ? [[recipient]] : []),
      [newAddress ? `${lead} to ${newAddress}:` : `${lead}:`],
    ],
    code,
    closing: [VALIDITY, `${warning} ${unasked}`],
    footer,
  };
}

/** The subject never contains the code, because lock screens show subjects. */
export function renderCode(
  { id, to, purpose, firm, ...content }: CodeEmail,
  { siteUrl, supabaseUrl, from }: CodeOptions,
): RenderedEmail {
  const brand = firm ? brandOfFirm(firm, supabaseUrl) : brandOfDossier(siteUrl);
  const body = bodyOfCode(
    { ...content, purpose, brand, footer: toFooter(to, null) },
    purpose === "sign-in" ? firm?.name : undefined,
  );
  return {
    emailId: id,
    from: `"${firm ? `${toSender(firm.name)} via Dossier` : "Dossier"}" <${from}>`,
    to,
    replyTo: firm?.replyEmail,
    subject: toHeader(body.headline),
    text: toText(body),
    html: toHtml(body),
    headers: { "Auto-Submitted": "auto-generated", "X-Entity-Ref-ID": id },
  };
}
