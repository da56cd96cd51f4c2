import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";
import { readBody } from "./body.ts";
import { asCaller, identifyCaller } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { sendObject } from "./download.ts";
import { refuse } from "./errors.ts";
import { requireTokenIn, signLink, verifyLink } from "./links.ts";
import { type ObjectAddress, parseObjectPath, requireBucketName } from "./object-key.ts";
import { requireObject } from "./objects.ts";
import { checkOf, integer } from "./validation.ts";

const signCheck = checkOf<{ expiresIn: number }>({
  type: "object",
  properties: {
    expiresIn: integer(1),
    // Ignored, as on a hosted project without image transformation.
    transform: {
      type: "object",
      properties: {
        height: integer(0),
        width: integer(0),
        resize: { type: "string", enum: ["cover", "contain", "fill"] },
        format: { type: "string", enum: ["origin", "avif", "webp"] },
        quality: { ...integer(20), maximum: 100 },
      },
    },
  },
  required: ["expiresIn"],
});

const signManyCheck = checkOf<{ expiresIn: number; paths: string[] }>({
  type: "object",
  properties: {
    expiresIn: integer(1),
    paths: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 1000 },
  },
  required: ["expiresIn", "paths"],
});

/** Above this value, the expiry in milliseconds would not be an exact number. */
const MAX_EXPIRY_SECONDS = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

function requireLifetime(context: StorageContext, seconds: number): void {
  if (seconds + Math.floor(context.now() / 1000) > MAX_EXPIRY_SECONDS) {
    throw refuse.invalidParameter("Invalid Parameter expiresIn");
  }
}

async function signDownload(
  context: StorageContext,
  { bucket, name }: ObjectAddress,
  lifetimeSeconds: number,
): Promise<string> {
  const token = await signLink(context, "download", { url: `${bucket}/${name}` }, lifetimeSeconds);
  // Do not encode the path, because storage-js encodes the whole URL.
  return `/object/sign/${bucket}/${name}?token=${token}`;
}

export async function signOne(context: StorageContext, c: Context<ServiceEnv>): Promise<Response> {
  const body = await readBody(c, signCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  requireLifetime(context, body.expiresIn);
  const address = parseObjectPath(new URL(c.req.url).pathname, "/object/sign/");
  await asCaller(context.database, caller, "storage.object.sign", (tx) =>
    requireObject(tx, address),
  );
  return c.json({ signedURL: await signDownload(context, address, body.expiresIn) });
}

export async function signMany(context: StorageContext, c: Context<ServiceEnv>): Promise<Response> {
  const body = await readBody(c, signManyCheck);
  const caller = await identifyCaller(context, c.get("bearer"));
  requireLifetime(context, body.expiresIn);
  const bucket = c.req.param("bucket") ?? "";
  requireBucketName(bucket);
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

export async function downloadSigned(
  context: StorageContext,
  c: Context<ServiceEnv>,
): Promise<Response> {
  const token = requireTokenIn(c.req.url);
  const address = parseObjectPath(new URL(c.req.url).pathname, "/object/sign/");
  const { exp } = await verifyLink(context.tokens, "download", token, address);
  const row = await requireObject(context.database, address);
  return await sendObject(context, c, row, exp === undefined ? {} : { expiresAtSeconds: exp });
}
