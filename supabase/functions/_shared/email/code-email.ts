import { toHtml, toText } from "./layout.ts";
import { inert, toHeader, toSender } from "./plain-text.ts";
import type { RenderedEmail } from "./post.ts";

export type CodePurpose = "sign-in" | "invite" | "recovery" | "email_change" | "reauthentication";

interface CodeEmail {
  /** The email service uses it to recognize the email. */
  id: string;
  to: string;
  code: string;
  purpose: CodePurpose;
  /** The firm of the request that the code opens. Undefined if no firm may be named. */
  firm: { name: string; replyEmail: string } | undefined;
  /** Without a display name. */
  from: string;
}

const LEADS: Readonly<Record<CodePurpose, string>> = {
  "sign-in": "Type this code to continue in Dossier:",
  invite: "Type this code to continue in Dossier:",
  recovery: "Type this code in Dossier to choose a new password:",
  email_change: "Type this code in Dossier to change your email address:",
  reauthentication: "Type this code in Dossier to confirm it’s you:",
};

const SUBJECTS: Readonly<Record<CodePurpose, string>> = {
  "sign-in": "Your Dossier code",
  invite: "Your Dossier code",
  recovery: "Your code to choose a new password",
  email_change: "Your code to change your email address",
  reauthentication: "Your code to confirm it’s you",
};

/** For a reader who did not request the code. Same text as in `supabase/templates`. */
const UNASKED: Readonly<Record<CodePurpose, string>> = {
  "sign-in": "If you did not ask for this code, ignore this email and do not share the code.",
  invite: "If you did not ask for this code, ignore this email and do not share the code.",
  recovery: "If you did not ask for this code, ignore this email. Your password stays the same.",
  email_change: "If you did not ask for this code, ignore this email. Your address stays the same.",
  reauthentication: "If you did not ask for this code, change your password.",
};

/** The subject never contains the code, because lock screens show subjects. */
export function renderCode({ id, to, code, purpose, firm, from }: CodeEmail): RenderedEmail {
  const name = firm && toHeader(firm.name);
  const body = {
    greeting: "Hello,",
    paragraphs: [
      firm && purpose === "sign-in"
        ? `Type this code to open the request from ${inert(firm.name)}:`
        : LEADS[purpose],
    ],
    code,
    closing: ["The code works once and expires in 10 minutes.", UNASKED[purpose]],
    footer: "Dossier never asks for a password by email, and no link in our emails signs you in.",
  };
  return {
    emailId: id,
    from: `"${firm ? `${toSender(firm.name)} via Dossier` : "Dossier"}" <${from}>`,
    to,
    replyTo: firm?.replyEmail,
    subject: name && purpose === "sign-in" ? `Your code for ${name}` : SUBJECTS[purpose],
    text: toText(body),
    html: toHtml(body),
    headers: { "Auto-Submitted": "auto-generated" },
  };
}
