import type { Context } from "hono";
import { z } from "zod";
import type { ServiceEnv } from "../gateway/service.ts";
import type { Tokens } from "../keys/tokens.ts";
import { readBody } from "./body.ts";
import { asCaller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { sendObject } from "./download.ts";
import { refuse } from "./errors.ts";
import { type ObjectAddress, parseObjectPath } from "./object-key.ts";
import { requireObject } from "./objects.ts";

const DOWNLOAD = "storage-download";
const expiresIn = z.number().int().min(1);
// Strict: ignoring an option such as a transformation would create a wrong link.
const signBody = z.strictObject({ expiresIn });
const signManyBody = z.strictObject({ expiresIn, paths: z.array(z.string()).min(1).max(1000) });

async function signDownload(
  context: StorageContext,
  { bucket, name }: ObjectAddress,
  lifetimeSeconds: number,
): Promise<string> {
  const nowSeconds = Math.floor(context.now() / 1000);
  const token = await context.tokens.signInternal(DOWNLOAD, {
    url: `${bucket}/${name}`,
    scope: "download",
    iat: nowSeconds,
    exp: nowSeconds + lifetimeSeconds,
  });
  // Not percent-encoded: storage-js encodes the whole URL.
  return `/object/sign/${bucket}/${name}?token=${token}`;
}

/** `POST /object/sign/:bucket/*`: a link that gives anyone access to one object. */
export async function signOne(context: StorageContext, c: Context<ServiceEnv>): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const address = parseObjectPath(new URL(c.req.url).pathname, "/object/sign/");
  const body = await readBody(c, signBody);
  await asCaller(context.database, caller, "storage.object.sign", (tx) =>
    requireObject(tx, address),
  );
  return c.json({ signedURL: await signDownload(context, address, body.expiresIn) });
}

/** `POST /object/sign/:bucket`: links for many objects, each with its own error. */
export async function signMany(context: StorageContext, c: Context<ServiceEnv>): Promise<Response> {
  const caller = await identifyCaller(context, c.get("bearer"));
  const bucket = c.req.param("bucket") ?? "";
  const body = await readBody(c, signManyBody);
  const found = await asCaller(context.database, caller, "storage.object.sign_many", (tx) =>
    tx.query<{ name: string }>(
      "select name from storage.objects where bucket_id = $1 and name = any($2)",
      [bucket, body.paths],
    ),
  );
  const names = new Set(found.map((row) => row.name));
  const answers = body.paths.map(async (path) =>
    names.has(path)
      ? {
          error: null,
          path,
          signedURL: await signDownload(context, { bucket, name: path }, body.expiresIn),
        }
      : {
          error: "Either the object does not exist or you do not have access to it",
          path,
          signedURL: null,
        },
  );
  return c.json(await Promise.all(answers));
}

/** `GET /object/sign/:bucket/*?token=`: needs no key, because the token grants access. */
export async function downloadSigned(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const address = parseObjectPath(new URL(c.req.url).pathname, "/object/sign/");
  await verifyLink(context.tokens, DOWNLOAD, c.req.query("token"), address);
  return await sendObject(context, c, await requireObject(context.database, address));
}

/**
 * The token must be issued for this purpose and object.
 * @throws StorageError `InvalidJWT`, `InvalidSignature`
 */
export async function verifyLink(
  tokens: Tokens,
  purpose: string,
  token: string | undefined,
  address: ObjectAddress,
): Promise<Record<string, unknown>> {
  if (!token) throw refuse.invalidJwt("token is missing");
  let payload: Record<string, unknown>;
  try {
    payload = await tokens.verifyInternal(purpose, token);
  } catch (error) {
    const isExpired = (error as { code?: unknown }).code === "expired";
    throw refuse.invalidJwt(
      isExpired ? '"exp" claim timestamp check failed' : "signature verification failed",
    );
  }
  if (payload.url !== `${address.bucket}/${address.name}`) throw refuse.invalidSignature();
  return payload;
}
