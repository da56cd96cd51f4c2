import { brandOfDossier } from "./brand.ts";
import { bodyOfCode, type CodePurpose } from "./code-email.ts";
import { PROMISE, toFooter } from "./footer.ts";
import { toHtml } from "./html-part.ts";
import { NOTICES } from "./notices.ts";

const TOKEN = "{{ .Token }}";
const ADDRESS = "{{ .Email }}";
const NEW_ADDRESS = "{{ .NewEmail }}";
const OLD_ADDRESS = "{{ .OldEmail }}";

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
 */
export function renderTemplates(): Map<string, string> {
  const brand = brandOfDossier(undefined);
  const codes = Object.entries(CODES).map(([file, purpose]): [string, string] => {
    // Auth documents no placeholder for the recipient of a code for an email change.
    const content =
      purpose === "email_change"
        ? ({ step: "either", newAddress: NEW_ADDRESS, footer: PROMISE } as const)
        : { footer: toFooter(ADDRESS, null) };
    return [`${file}.html`, toHtml(bodyOfCode({ code: TOKEN, purpose, brand, ...content }))];
  });
  const notices = Object.entries(CHANGES).map(([file, notice]): [string, string] => {
    const { subject, what, help } = NOTICES[notice]({
      notice,
      at: new Date(0),
      firm: null,
      by: null,
      by_reader: false,
    });
    const paragraphs = what ? [[what], [help]] : [[help]];
    const preheader = what ?? help;
    // Auth sends the notice about a changed address to the previous address.
    const footer = toFooter(notice === "email_changed" ? OLD_ADDRESS : ADDRESS, null);
    return [`${file}.html`, toHtml({ brand, headline: subject, preheader, paragraphs, footer })];
  });
  return new Map([...codes, ...notices]);
}
