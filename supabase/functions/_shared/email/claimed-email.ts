import { z } from "zod";

const text = z.string().nullable().default(null);

export const claimedEmail = z.object({
  mail_id: z.uuid(),
  /** Number of this attempt. `finish_mail` ignores the result of an earlier attempt. */
  tries: z.int(),
  /** Number of earlier failed attempts, without the attempts during an outage. */
  attempts: z.int().default(0),
  kind: z.string(),
  to_email: z.string(),
  to_name: text,
  dedupe_key: z.string(),
  org_name: text,
  org_slug: text,
  /** Path in the bucket `images`. */
  logo_path: text,
  brand_color: text,
  /** One line. Null in emails to staff. */
  postal_address: text,
  reply_email: text,
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
  /** The account with this email address, linked to the contact or not. */
  account_id: text,
  account_confirmed: z.boolean().nullable().default(false),
  data: z.unknown(),
});

export type ClaimedEmail = z.output<typeof claimedEmail>;
