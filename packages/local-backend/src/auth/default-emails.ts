/** Kinds have the names of the sections `[auth.email.template.*]` in config.toml. */
export type EmailKind =
  | "invite"
  | "confirmation"
  | "recovery"
  | "magic_link"
  | "email_change"
  | "reauthentication";

interface DefaultEmail {
  subject: string;
  lead: string;
  action?: string;
}

const EMAILS: Readonly<Record<EmailKind, DefaultEmail>> = {
  invite: {
    subject: "You have been invited",
    lead: "You have been invited to create an account. Enter this code to accept:",
    action: "Accept the invitation",
  },
  confirmation: {
    subject: "Confirm your email address",
    lead: "Enter this code to confirm your email address:",
    action: "Confirm email address",
  },
  recovery: {
    subject: "Reset your password",
    lead: "Enter this code to choose a new password:",
    action: "Choose a new password",
  },
  magic_link: {
    subject: "Your sign-in code",
    lead: "Enter this code to sign in:",
    action: "Sign in",
  },
  email_change: {
    subject: "Confirm your new email address",
    lead: "Enter this code to change your email address from {{ .Email }} to {{ .NewEmail }}:",
    action: "Change email address",
  },
  reauthentication: {
    subject: "Confirm that it is you",
    lead: "Enter this code to confirm that it is you:",
  },
};

export const EMAIL_KINDS = Object.keys(EMAILS) as EmailKind[];

export function defaultSubject(kind: EmailKind): string {
  return EMAILS[kind].subject;
}

/** Plain text of the built-in email. Emails from a configured template are sent only as HTML. */
export function defaultText(kind: EmailKind): string {
  const { lead, action } = EMAILS[kind];
  const link = action === undefined ? "" : `\nOr follow this link: {{ .ConfirmationURL }}\n`;
  return `${lead}\n\n{{ .Token }}\n${link}\nIf you did not ask for this email, ignore it.\n`;
}

export function defaultHtml(kind: EmailKind): string {
  const { subject, lead, action } = EMAILS[kind];
  const link =
    action === undefined
      ? ""
      : `<p style="margin:0 0 24px"><a href="{{ .ConfirmationURL }}" style="color:#1d4ed8">${action}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px 28px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>
<p style="margin:0 0 20px">${lead}</p>
<p style="margin:0 0 20px;padding:16px 8px;background:#f4f4f5;border-radius:8px;text-align:center;font:600 30px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">{{ .Token }}</p>
${link}<p style="margin:0;color:#71717a;font-size:14px">If you did not ask for this email, ignore it.</p>
</div>
</body>
</html>
`;
}
