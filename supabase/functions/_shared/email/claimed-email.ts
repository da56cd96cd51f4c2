import { z } from "zod";

const text = z.string().nullable().default(null);

/** One row of `claim_mail`: an email that is leased to this run. */
export const claimedEmail = z.object({
  mail_id: z.uuid(),
  /** Number of this attempt. `finish_mail` ignores the result of an earlier attempt. */
  tries: z.int(),
  /**
   * Number of earlier attempts that failed. Failures during an outage of the email service are not
   * included.
   */
  attempts: z.int().default(0),
  kind: z.string(),
  to_email: z.string(),
  to_name: text,
  dedupe_key: z.string(),
  org_name: text,
  org_slug: text,
  /** Path of the firm's logo in the bucket `images`. */
  logo_path: text,
  brand_color: text,
  /** The firm's postal address in one line. Null in emails to staff. */
  postal_address: text,
  reply_email: text,
  /** IANA name of the firm's time zone. */
  time_zone: text,
  request_id: text,
  public_id: text,
  request_title: text,
  request_message: text,
  /** The due date as an ISO date. */
  due_on: text,
  contact_id: text,
  /** Id of the user that is already linked to the contact. */
  user_id: text,
  /** Id of the account with this email address, whether or not it is linked to the contact. */
  account_id: text,
  account_confirmed: z.boolean().nullable().default(false),
  data: z.unknown(),
});

export type ClaimedEmail = z.output<typeof claimedEmail>;
