/** Kinds have the names of the sections `[auth.email.notification.*]` in config.toml. */
export type NotificationKind =
  | "password_changed"
  | "email_changed"
  | "mfa_factor_enrolled"
  | "mfa_factor_unenrolled";

interface DefaultNotification {
  subject: string;
  html: string;
  text: string;
}

function notification(subject: string, lead: string): DefaultNotification {
  const help = "If this was not you, contact support.";
  return {
    subject,
    text: `${lead}\n\n${help}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body><h1>${subject}</h1><p>${lead}</p><p>${help}</p></body>
</html>
`,
  };
}

export const NOTIFICATIONS: Readonly<Record<NotificationKind, DefaultNotification>> = {
  password_changed: notification(
    "Your password was changed",
    "The password of your account {{ .Email }} was changed.",
  ),
  email_changed: notification(
    "Your email address was changed",
    "The email address of your account was changed from {{ .OldEmail }} to {{ .Email }}.",
  ),
  mfa_factor_enrolled: notification(
    "A second factor was added",
    "A second factor ({{ .FactorType }}) was added to your account {{ .Email }}.",
  ),
  mfa_factor_unenrolled: notification(
    "A second factor was removed",
    "A second factor ({{ .FactorType }}) was removed from your account {{ .Email }}.",
  ),
};

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[];
