import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { identifyCaller, SERVICE } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { type ObjectAddress, parseObjectPath } from "./object-key.ts";
import { probeUpload } from "./objects.ts";
import { verifyLink } from "./sign.ts";
import { receiveUpload, requireUploadTarget } from "./upload.ts";

const UPLOAD = "storage-upload";
/** Two hours, as on hosted. */
const LIFETIME_SECONDS = 2 * 60 * 60;
const MARKER = "/object/upload/sign/";

export interface UploadGrant {
  ownerId: string | null;
  isUpsert: boolean;
}

/** `POST /object/upload/sign/:bucket/*`: a link for uploading one file without a session. */
export async function signUpload(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const address = parseObjectPath(new URL(c.req.url).pathname, MARKER);
  await requireUploadTarget(context, address);
  const isUpsert = c.req.header("x-upsert") === "true";
  await probeUpload(context.database, caller, {
    ...address,
    ownerId: caller.ownerId,
    userMetadata: null,
    isUpsert,
    operation: "storage.object.sign_upload_url",
    metadata: {},
  });
  const nowSeconds = Math.floor(context.now() / 1000);
  const token = await context.tokens.signInternal(UPLOAD, {
    url: `${address.bucket}/${address.name}`,
    scope: "upload",
    owner: caller.ownerId,
    upsert: isUpsert,
    iat: nowSeconds,
    exp: nowSeconds + LIFETIME_SECONDS,
  });
  const path = `${MARKER}${address.bucket}/${address.name}`.split("/").map(encodeURIComponent);
  return c.json({ url: `${path.join("/")}?token=${token}`, token });
}

/** @throws StorageError `InvalidJWT`, `InvalidSignature` */
export async function verifyUploadGrant(
  context: StorageContext,
  token: string | undefined,
  address: ObjectAddress,
): Promise<UploadGrant> {
  const { owner, upsert } = await verifyLink(context.tokens, UPLOAD, token, address);
  return { ownerId: typeof owner === "string" ? owner : null, isUpsert: upsert === true };
}

/** `PUT /object/upload/sign/:bucket/*?token=`. */
export async function uploadSigned(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const address = parseObjectPath(new URL(c.req.url).pathname, MARKER);
  const grant = await verifyUploadGrant(context, c.req.query("token"), address);
  await receiveUpload(context, c.req.raw, {
    address,
    caller: SERVICE,
    isUpsert: grant.isUpsert,
    operation: "storage.object.upload_signed",
    grantedTo: { ownerId: grant.ownerId },
  });
  return c.json({ Key: `${address.bucket}/${address.name}` });
}
