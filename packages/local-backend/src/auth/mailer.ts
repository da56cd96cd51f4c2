import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { LocalBackendError } from "../config/errors.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import {
  defaultHtml,
  defaultSubject,
  defaultText,
  EMAIL_KINDS,
  type EmailKind,
} from "./default-emails.ts";
import {
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
  type NotificationKind,
} from "./default-notifications.ts";
import { escapeHtml, parseTemplate, type Template, type TemplateValues } from "./template.ts";

export type VerificationType = "signup" | "invite" | "magiclink" | "recovery" | "email_change";

const VERIFICATION_TYPES: Readonly<Partial<Record<EmailKind, VerificationType>>> = {
  invite: "invite",
  confirmation: "signup",
  recovery: "recovery",
  magic_link: "magiclink",
  email_change: "email_change",
};

interface CodeEmail {
  kind: EmailKind;
  to: string;
  otp: string;
  hash: string;
  redirectTo: string;
  email: string;
  newEmail?: string;
  data: Readonly<Record<string, unknown>>;
}

interface NotificationEmail {
  kind: NotificationKind;
  to: string;
  email: string;
  oldEmail: string;
  factorType: string;
}

export interface AuthMailer {
  send(email: CodeEmail): Promise<void>;
  notify(email: NotificationEmail): Promise<void>;
}

export function buildActionLink(
  apiUrl: string,
  link: { hash: string; type: VerificationType; redirectTo: string },
): string {
  const { hash, type, redirectTo } = link;
  // Hosted Supabase encodes only redirect URLs with parameters or a fragment.
  const target = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo;
  return `${apiUrl}/auth/v1/verify?token=${hash}&type=${type}&redirect_to=${target}`;
}

export function createMailer(service: ServiceContext): AuthMailer {
  const { config } = service;
  const emails = new Map(EMAIL_KINDS.map((kind) => [kind, readEmail(service, kind)]));
  const notices = new Map(
    NOTIFICATION_KINDS.map((kind) => [
      kind,
      readParts(
        service,
        `auth.email.notification.${kind}`,
        config.auth.email.notification[kind],
        NOTIFICATIONS[kind],
      ),
    ]),
  );
  const unknown = Object.keys(config.auth.email.template).find(
    (name) => !emails.has(name as EmailKind),
  );
  if (unknown !== undefined) {
    throw new LocalBackendError(
      "bad_config",
      `auth.email.template.${unknown} is not supported. Correct its name, or remove it from config.toml.`,
    );
  }
  const { admin_email, sender_name } = config.auth.email.smtp;
  const from = `${sender_name ?? config.project_id} <${admin_email || "no-reply@localhost"}>`;
  const post = async (to: string, parts: EmailParts | undefined, values: TemplateValues) => {
    if (parts === undefined) throw new Error("no email of this kind");
    const plain = (text: string) => text;
    const text = parts.text?.(values, plain);
    await service.email.send({
      from,
      to: [to],
      // Hosted Supabase escapes HTML in the subject, too.
      subject: parts.subject(values, escapeHtml).replaceAll(/[\r\n]+/g, " "),
      html: parts.html(values, escapeHtml),
      ...(text === undefined ? {} : { text }),
    });
  };
  return {
    send: (email) => post(email.to, emails.get(email.kind), describe(service, email)),
    notify: (email) =>
      post(email.to, notices.get(email.kind), {
        ...describe(service, {
          ...email,
          kind: "reauthentication",
          otp: "",
          hash: "",
          redirectTo: "",
          data: {},
        }),
        OldEmail: email.oldEmail,
        FactorType: email.factorType,
      }),
  };
}

function describe(service: ServiceContext, email: CodeEmail): TemplateValues {
  const type = VERIFICATION_TYPES[email.kind];
  const link = type && { hash: email.hash, type, redirectTo: email.redirectTo };
  return {
    ConfirmationURL: link ? buildActionLink(service.urls.api, link) : "",
    Token: email.otp,
    // On hosted Supabase, the email with a reauthentication code has no hash and no redirect.
    TokenHash: link ? email.hash : "",
    SiteURL: service.config.auth.site_url,
    RedirectTo: link ? email.redirectTo : "",
    Email: email.email,
    NewEmail: email.newEmail ?? "",
    OldEmail: "",
    FactorType: "",
    Data: email.data,
  };
}

interface EmailParts {
  subject: Template;
  html: Template;
  text?: Template;
}

function readEmail(service: ServiceContext, kind: EmailKind): EmailParts {
  const key = `auth.email.template.${kind}`;
  return readParts(service, key, service.config.auth.email.template[kind], {
    subject: defaultSubject(kind),
    html: defaultHtml(kind),
    text: defaultText(kind),
  });
}

type ConfiguredEmail = ServiceContext["config"]["auth"]["email"]["template"][string];

function readParts(
  service: ServiceContext,
  key: string,
  configured: ConfiguredEmail | undefined,
  defaults: { subject: string; html: string; text: string },
): EmailParts {
  const content = configured?.content ?? readContent(service, key, configured?.content_path);
  return {
    subject: checked(key, configured?.subject ?? defaults.subject),
    html: checked(key, content ?? defaults.html),
    ...(content === undefined ? { text: checked(key, defaults.text) } : {}),
  };
}

function readContent(
  service: ServiceContext,
  key: string,
  path: string | undefined,
): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(locate(service.projectDir, path), "utf8");
  } catch (cause) {
    const message = `${key}.content_path: cannot read ${path}.`;
    throw new LocalBackendError("bad_config", message, { cause });
  }
}

/**
 * Template paths are relative to the parent of `projectDir`. The prefix `supabase/` stands for
 * `projectDir`, even if that folder has another name.
 */
function locate(projectDir: string, path: string): string {
  const inside = /^(?:\.\/)?supabase\/(.+)$/.exec(path)?.[1];
  return inside === undefined ? resolve(projectDir, "..", path) : resolve(projectDir, inside);
}

function checked(key: string, source: string): Template {
  try {
    return parseTemplate(source);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "is malformed";
    throw new LocalBackendError("bad_config", `${key}: ${reason}.`, { cause });
  }
}
