import { z } from "zod";

const text = z.string().nullable().default(null);

/** One row of `claim_mail`: an email leased to this run. */
export const claimedEmail = z.object({
  mail_id: z.uuid(),
  /** Number of this attempt. `finish_mail` rejects the result of an earlier one. */
  tries: z.int(),
  /**
   * Failed attempts that count. Above 0, the service rejected this email while it accepted others.
   */
  attempts: z.int().default(0),
  kind: z.string(),
  to_email: z.string(),
  to_name: text,
  dedupe_key: z.string(),
  org_name: text,
  org_slug: text,
  /** The path of the firm's logo in the bucket `images`. */
  logo_path: text,
  brand_color: text,
  reply_email: text,
  /** IANA name of the firm's zone. */
  time_zone: text,
  request_id: text,
  public_id: text,
  request_title: text,
  request_message: text,
  /** ISO date. */
  due_on: text,
  contact_id: text,
  /** The user that is already linked to the contact. */
  user_id: text,
  /** The account with this address, linked or not. */
  account_id: text,
  account_confirmed: z.boolean().nullable().default(false),
  data: z.unknown(),
});

export type ClaimedEmail = z.output<typeof claimedEmail>;
