import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { readJson } from "./body.ts";
import { identifyCaller, SERVICE } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { requireTokenIn, signLink, verifyLink } from "./links.ts";
import { type ObjectAddress, parseObjectPath } from "./object-key.ts";
import { probeUpload } from "./objects.ts";
import { receiveUpload } from "./upload.ts";
import { userMetadataIn } from "./user-metadata.ts";

/** Same lifetime as on hosted Supabase. */
const LIFETIME_SECONDS = 2 * 60 * 60;
const MARKER = "/object/upload/sign/";

export interface UploadGrant {
  ownerId: string | null;
  isUpsert: boolean;
}

export async function signUpload(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  await readJson(c);
  const caller = await identifyCaller(context, c.get("bearer"));
  const address = parseObjectPath(new URL(c.req.url).pathname, MARKER);
  const isUpsert = c.req.header("x-upsert") === "true";
  // The name and the bucket are checked when the file is uploaded.
  await probeUpload(context.database, caller, {
    ...address,
    ownerId: caller.ownerId,
    userMetadata: userMetadataIn(c.req.header("x-metadata")),
    isUpsert,
    operation: "storage.object.sign_upload_url",
    metadata: {},
  });
  const url = `${address.bucket}/${address.name}`;
  const claims = { url, owner: caller.ownerId, upsert: isUpsert };
  const token = await signLink(context, "upload", claims, LIFETIME_SECONDS);
  return c.json({ url: `${MARKER}${url}?token=${token}`, token });
}

export async function verifyUploadGrant(
  context: StorageContext,
  token: string,
  address: ObjectAddress,
): Promise<UploadGrant> {
  const { owner, upsert } = await verifyLink(context.tokens, "upload", token, address);
  return { ownerId: typeof owner === "string" ? owner : null, isUpsert: upsert === true };
}

export async function uploadSigned(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const token = requireTokenIn(c.req.url);
  const address = parseObjectPath(new URL(c.req.url).pathname, MARKER);
  const grant = await verifyUploadGrant(context, token, address);
  await receiveUpload(context, c.req.raw, {
    address,
    caller: SERVICE,
    isUpsert: grant.isUpsert,
    operation: "storage.object.upload_signed",
    grantedTo: { ownerId: grant.ownerId },
  });
  return c.json({ Key: `${address.bucket}/${address.name}` });
}
