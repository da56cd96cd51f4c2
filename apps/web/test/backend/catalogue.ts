export type CatalogueRow = {
  kind: "auth" | "database" | "storage" | "functions" | "realtime" | "network" | "any";
  codes: readonly string[];
  says: string | RegExp;
  /** The browser test that causes the error, for an error that only occurs in a browser. */
  shownBy?: { file: string; title: string };
};

const row = (
  kind: CatalogueRow["kind"],
  codes: string,
  says: string | RegExp,
  shownBy?: CatalogueRow["shownBy"],
): CatalogueRow => ({ kind, codes: codes.split(" "), says, ...(shownBy ? { shownBy } : {}) });

const SIGN_IN_AGAIN = "Sign in again.";
const WRONG_APP_CODE = "That code didn’t work. Enter the code that your app shows now.";
const NO_ACCESS = "This no longer exists, or you have no access to it. Reload the page.";
const TOO_MANY = "Too many attempts. Try again in a few minutes.";
const OTHER_BROWSER =
  "This link works only in the browser where you asked for it. Your address may already be confirmed. Sign in, or ask for a code.";

/**
 * Error codes and their sentences. If a code has several sentences, the row contains one of them.
 */
export const CATALOGUE: readonly CatalogueRow[] = [
  // S-8.2
  row(
    "auth",
    "invalid_credentials",
    "Incorrect email or password. Try again, or choose “Send me a code”.",
  ),
  // S-8.3
  row("auth", "email_not_confirmed", "This address is not confirmed yet. Confirm it with a code."),
  // S-8.4
  row(
    "auth",
    "otp_expired",
    "That code is wrong or has expired. Enter the newest code, or ask for a new one.",
  ),
  // S-8.6
  row("auth", "weak_password", "Use a longer or less common password."),
  // S-8.6
  row("auth", "same_password", "Choose a password that differs from your current one."),
  // S-8.6
  row("auth", "email_address_invalid", "Enter an email address like name@example.com."),
  // S-8.6
  row("auth", "email_exists", "This address cannot be used. Choose another."),
  // S-8.7
  row("auth", "over_email_send_rate_limit", "Too many attempts."),
  // S-8.7
  row("auth", "over_request_rate_limit", TOO_MANY),
  row("auth", "session_not_found", SIGN_IN_AGAIN),
  row("auth", "refresh_token_not_found", SIGN_IN_AGAIN),
  row("auth", "refresh_token_already_used", SIGN_IN_AGAIN),
  row("auth", "user_banned", "Your account is blocked. Contact the people who run Dossier."),
  row("auth", "user_not_found", SIGN_IN_AGAIN),
  // S-8.10
  row("auth", "session_expired", SIGN_IN_AGAIN),
  // S-8.11
  row("auth", "insufficient_aal", "Confirm it’s you."),
  row("database", "insufficient_aal", "Confirm it’s you."),
  // S-8.12
  row("auth", "mfa_verification_failed", WRONG_APP_CODE),
  // S-8.12
  row("auth", "mfa_challenge_expired", WRONG_APP_CODE),
  // S-8.13
  row("auth", "mfa_factor_name_conflict", "You already use this name. Choose another."),
  // S-8.13
  row(
    "auth",
    "too_many_enrolled_mfa_factors",
    "You can have at most 5 authenticator apps. Remove one to add another.",
  ),
  // S-8.14
  row("auth", "pkce_code_verifier_not_found", OTHER_BROWSER),
  // S-8.14
  row("auth", "bad_code_verifier", OTHER_BROWSER),
  // S-8.15
  row("auth", "flow_state_expired", "This link is no longer valid. Ask for a code instead."),
  // S-8.16
  row("database", "42501", NO_ACCESS),
  // S-8.16
  row("database", "PGRST116", NO_ACCESS),
  row("database", "not_found", NO_ACCESS),
  // S-8.25
  row("database", "session_ended", "You were signed out on this device. Sign in again."),
  // S-8.17
  row("database", "version_conflict", "You already changed this, perhaps in another tab."),
  // S-8.18
  row(
    "database",
    "nothing_changed",
    "This answer is the same as the returned version. Change it, or say in the note why it is the same.",
  ),
  // S-8.19
  row(
    "database",
    "item_closed",
    "Someone already answered this item, or the firm no longer needs it. Reload the page.",
  ),
  // S-8.19
  row(
    "database",
    "request_closed",
    "This request is closed, so nothing was changed. Reload the page.",
  ),
  // S-8.19
  row(
    "database",
    "invalid_transition",
    "Something changed in the meantime, so your action had no effect. Check the page before you try again.",
  ),
  // S-8.20
  row("database", "items_waiting", "First decide on the items that are waiting for review."),
  // S-8.20
  row(
    "database",
    "sole_recipient",
    /^No other contact of (this request gets email\. Add another contact|these requests gets email\. Add another contact to each of them) first\.$/,
  ),
  // S-8.20
  row(
    "database",
    "has_open_requests",
    "First complete or cancel this client’s open requests, and delete its drafts.",
  ),
  // S-8.21
  row("database", "validation_failed", "Use 2 to 80 characters."),
  // S-8.21
  row("database", "slug_taken", "Another firm uses this web address. Choose another."),
  // S-8.22
  row("database", "files_pending", "A file is still being checked. Try again in a moment."),
  // S-8.22
  row("database", "upload_incomplete", "The file did not arrive completely. Upload it again."),
  // S-8.23
  row(
    "database",
    "file_type",
    ".pdf files are not accepted here. Choose one of the types listed for this item.",
  ),
  // S-8.23
  row(
    "database",
    "file_size",
    "This file is too large. Choose one that is 100\u00a0MB or smaller.",
  ),
  // S-8.23
  row("database", "file_empty", "This file is empty. Choose another."),
  // S-8.23
  row("database", "request_full", /^This request is full\. .+ Remove a file first\.$/),
  // S-8.23
  row("database", "limit_reached", "This item can have at most 1 file. Remove one to add another."),
  // S-8.23
  row(
    "database",
    "export_too_large",
    /^One export can have up to 5,000 files and 5\u00a0GB\. Download these files one by one\.$/,
  ),
  // S-8.24
  row(
    "database",
    "too_soon",
    /^It is too soon to do this again\. You can try again (today|tomorrow) at \d\d:\d\d\.$/,
  ),
  // S-8.26
  row(
    "database",
    "email_budget",
    /^The first email to a contact of this request is waiting because of a daily limit\. We’ll try again tomorrow at \d\d:\d\d\. You can remind the contact after that email is sent\.$/,
  ),
  // S-8.27
  row("database", "last_owner", "Make someone else an owner first."),
  // S-8.27
  row(
    "database",
    "member_elsewhere",
    "This person also belongs to another firm, so you cannot reset their two-step verification. Ask the people who run Dossier to reset it.",
  ),
  // S-8.28
  row("database", "invitation_closed", "This invitation is no longer valid. Ask for a new one."),
  // S-8.28
  row("database", "invitation_mismatch", /^Sign in with the invited address: \S•+\S*@\S+$/),
  // S-8.28
  row("database", "already_member", "You already belong to this firm."),
  // S-8.30
  row(
    "database",
    "account_deleted",
    /^.+ deleted their account\. Ask them before you invite them again\.$/,
  ),
  // S-8.31
  row(
    "database",
    "contact_opted_out",
    /^.+ asked not to get email from you\. To get an answer, add another contact\.$/,
  ),
  // S-8.29
  row("database", "contact_bounced", "Email to this contact bounced. Correct the address first."),
  // S-8.33
  row("storage", "upload_gone", "Starting this upload again.", {
    file: "e2e/slow/upload-cuts.spec.ts",
    title: "an upload that storage has deleted starts again and shows a message",
  }),
  // S-8.35
  row(
    "storage",
    "EntityTooLarge",
    "This file is too large. Choose one that is 100\u00a0MB or smaller.",
  ),
  row(
    "storage",
    "InvalidMimeType",
    "This kind of file is not accepted here. Choose one of the types listed for this item.",
  ),
  // S-8.35
  row("storage", "NoSuchKey", "This file is no longer available. Reload the page."),
  // S-8.36
  row("functions", "type_mismatch", "This is not a valid PDF file. Choose another file."),
  // S-8.36
  row("functions", "encrypted", "This file needs a password. Save a copy without one."),
  // S-8.36
  row("functions", "macro", "This file contains macros. Save a copy without them."),
  // S-8.37
  row(
    "functions",
    "still_checking",
    "The file is still being checked. You can leave this page and send your answer later.",
  ),
  // S-8.38
  row(
    "functions",
    "mail_failed",
    "Check the contact’s address. If the request is open and answers are missing, choose “Remind” to send a new email.",
  ),
  row("realtime", "closed", "Live updates paused.", {
    file: "e2e/review-together.spec.ts",
    title:
      "a page that loses live updates shows a notice after ten seconds and reconnects automatically",
  }),
  // S-8.45
  row("network", "network", "The connection failed. Wait a minute, then try again."),
  row("network", "unavailable", "Dossier isn’t working right now. Wait a minute, then try again."),
  // S-8.42
  row("network", "rate_limited", TOO_MANY),
  // S-8.43
  row("any", "unknown", /^Something went wrong\. Try again\. .* reference \w+ to/),
];

/** Error codes without a row in `CATALOGUE`. */
export const BEYOND: ReadonlySet<string> = new Set([
  "session_missing",
  "mfa_ip_address_mismatch",
  "mfa_factor_not_found",
  "reauthentication_needed",
  "reauthentication_not_valid",
  // Tested in src/lib/codes/code-emails.server.test.ts.
  "code_not_sent",
  // Responses of the web server, tested in e2e/form-limits.spec.ts.
  "form_too_large",
  "form_incomplete",
  // `query_canceled` after the time limit, tested in supabase/tests/services/time-limits.test.ts.
  "57014",
  // The app's own code for a storage error with status 404.
  "object_not_found",
]);
