import { brandOfDossier } from "./brand.ts";
import { bodyOfCode, type CodePurpose } from "./code-email.ts";
import { PROMISE } from "./footer.ts";
import { toHtml } from "./html-part.ts";
import { NOTICES } from "./notices.ts";

/** Auth replaces these placeholders with the code and the new address. */
const TOKEN = "{{ .Token }}";
const NEW_ADDRESS = "{{ .NewEmail }}";

const CODES: Readonly<Record<string, CodePurpose>> = {
  code: "sign-in",
  recovery: "recovery",
  "email-change": "email_change",
  reauthentication: "reauthentication",
};

const CHANGES = {
  "password-changed": "password_changed",
  "email-changed": "email_changed",
  "factor-added": "factor_added",
  "factor-removed": "factor_removed",
} as const;

/**
 * Returns the HTML of the emails that Auth sends if its Send Email hook is disabled, by file name.
 * The emails contain no images and no links.
 */
export function renderTemplates(): Map<string, string> {
  const brand = brandOfDossier(undefined);
  const codes = Object.entries(CODES).map(([file, purpose]): [string, string] => {
    const change =
      purpose === "email_change" ? ({ step: "either", newAddress: NEW_ADDRESS } as const) : {};
    const body = bodyOfCode({ code: TOKEN, purpose, brand, footer: PROMISE, ...change });
    return [`${file}.html`, toHtml(body)];
  });
  const notices = Object.entries(CHANGES).map(([file, notice]): [string, string] => {
    const { subject, what, help } = NOTICES[notice]({
      notice,
      at: new Date(0),
      firm: null,
      by: null,
      reader: null,
    });
    const paragraphs = what ? [[what], [help]] : [[help]];
    const preheader = what ?? help;
    return [
      `${file}.html`,
      toHtml({ brand, headline: subject, preheader, paragraphs, footer: PROMISE }),
    ];
  });
  return new Map([...codes, ...notices]);
}
