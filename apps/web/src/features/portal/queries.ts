import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { Correction, MyRequest, PublicRequest, RequestEnd } from "@/features/portal/types";
import type { Db } from "@/lib/backend/db";

const publicRequest = z.object({
  firm: z.string().nullable(),
  logo_path: z.string().nullable(),
  brand_color: z.string().nullable(),
  state: z.enum(["open", "complete", "cancelled", "archived", "firm_deleted", "missing"]),
});

/** Pass the anonymous database client. */
export async function getPublicRequest(db: Db, publicId: string): Promise<PublicRequest | null> {
  const { data, error } = await db.rpc("get_public_request", { public_id: publicId });
  if (error) throw error;
  const { firm, logo_path: logoPath, brand_color: brandColor, state } = publicRequest.parse(data);
  return state === "missing" || firm === null ? null : { firm, logoPath, brandColor, state };
}

const requestEnd = z
  .object({
    title: z.string(),
    closed_at: z.string(),
    time_zone: z.string(),
    reply_email: z.string(),
    postal_address: z.string().nullable(),
    reason: z.string().nullable(),
    drafts: z.array(
      z
        .object({
          item_id: z.string(),
          title: z.string(),
          answer: z.string().nullable(),
          note: z.string(),
        })
        .transform(({ item_id: itemId, answer, ...rest }) => ({
          ...rest,
          itemId,
          answer: answer ?? "",
        })),
    ),
  })
  .transform(
    ({
      closed_at: closedAt,
      time_zone: timeZone,
      reply_email: replyEmail,
      postal_address: postalAddress,
      ...rest
    }) => ({ ...rest, closedAt, timeZone, replyEmail, postalAddress }),
  )
  .nullable();

/**
 * Returns null if the request is open or the user has no recent code. Also returns null for users
 * without drafts in the request who are not its contacts.
 */
export async function getRequestEnd(db: Db, publicId: string): Promise<RequestEnd | null> {
  return requestEnd.parse(unwrap(await db.rpc("get_request_end", { public_id: publicId })));
}

/**
 * Returns whether the user is or was a contact of the request. Returns false if the user entered no
 * code within the last 30 days.
 */
export async function hadRequestAccess(db: Db, publicId: string): Promise<boolean> {
  return unwrap(await db.rpc("had_request_access", { public_id: publicId }));
}

export async function listMyRequests(db: Db): Promise<MyRequest[]> {
  const rows = unwrap(await db.rpc("list_my_requests"));
  return rows
    .map((row) => ({
      requestId: row.request_id,
      publicId: row.public_id,
      firm: row.firm,
      logoPath: row.logo_path,
      brandColor: row.brand_color,
      replyEmail: row.reply_email,
      postalAddress: row.postal_address,
      timeZone: row.time_zone,
      title: row.title,
      status: row.status as MyRequest["status"],
      dueOn: row.due_on,
      done: row.required_total > 0 ? row.required_done : row.items_done,
      total: row.required_total > 0 ? row.required_total : row.items_total,
    }))
    .sort((one, other) => Number(other.status === "open") - Number(one.status === "open"));
}

export async function listCorrections(
  db: Db,
  requestIds: readonly string[],
): Promise<Correction[]> {
  const rows = unwrap(
    await db
      .from("items")
      .select("id, request_id")
      .in("request_id", requestIds)
      .eq("status", "returned"),
  );
  return rows.map(({ id, request_id }) => ({ itemId: id, requestId: request_id }));
}
