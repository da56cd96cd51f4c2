import { type Context, Hono } from "hono";
import { z } from "zod";
import { DISK_FULL, isDiskFull } from "../config/disk-full.ts";
import { isNestedTooDeep } from "../gateway/json-depth.ts";
import type { ServiceEnv } from "../gateway/service.ts";
import type { RealtimeContext } from "./context.ts";
import { CredentialError, type Credentials } from "./credentials.ts";
import type { ChannelBroadcast, ChannelName } from "./hub.ts";
import { isUnstorableText } from "./unstorable-text.ts";

const batchSchema = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.unknown(),
        private: z.boolean().nullish(),
      }),
    )
    .min(1),
});

export function broadcastRoutes(context: RealtimeContext): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.onError((error, c) => {
    if (error instanceof CredentialError) return c.json({ message: error.message }, 401);
    if (error instanceof NestingError) return c.json({ message: error.message }, 400);
    if (isUnstorableText(error)) return c.json({ message: "The topic cannot be stored" }, 400);
    const isFull = isDiskFull(error);
    context.log(`realtime: broadcast failed: ${isFull ? DISK_FULL : error.name}`);
    return c.json({ message: isFull ? DISK_FULL : "Internal server error" }, 500);
  });
  app.notFound((c) => c.json({ message: "Not found" }, 404));

  app.post("/api/broadcast", async (c) => {
    const credentials = await callerOf(context, c);
    const body = batchSchema.safeParse(await readJson(c));
    if (!body.success) return c.json({ message: "messages must name topic and event" }, 422);
    return await send(
      context,
      c,
      credentials,
      body.data.messages.map(({ topic, event, payload, private: isPrivate }) => ({
        name: { topic, isPrivate: isPrivate ?? false },
        broadcast: { event, body: { encoding: "json", value: payload ?? {} } },
      })),
    );
  });

  app.post("/api/broadcast/:topic/events/:event", async (c) => {
    const credentials = await callerOf(context, c);
    const { topic, event } = c.req.param();
    if (c.req.query("persist") !== undefined || c.req.query("persist[ttl]") !== undefined) {
      return c.json({ message: "the local backend does not store broadcasts of clients" }, 501);
    }
    const isBinary = c.req.header("content-type")?.startsWith("application/octet-stream");
    const body: ChannelBroadcast["body"] = isBinary
      ? { encoding: "binary", bytes: new Uint8Array(await c.req.arrayBuffer()) }
      : { encoding: "json", value: await readJson(c) };
    if (body.encoding === "json" && body.value === undefined) {
      return c.json({ message: "body must be JSON" }, 422);
    }
    const name = { topic, isPrivate: c.req.query("private") === "true" };
    return await send(context, c, credentials, [{ name, broadcast: { event, body } }]);
  });
  return app;
}

class NestingError extends Error {
  override name = "NestingError";
}

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (isNestedTooDeep(text)) throw new NestingError("The body is nested too deep");
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function callerOf(context: RealtimeContext, c: Context<ServiceEnv>): Promise<Credentials> {
  const bearer = c.get("bearer");
  if (bearer === undefined) throw new CredentialError("Unauthorized");
  return await context.verify(bearer);
}

/** Sends either all messages or, if the caller may not write to one of the channels, none. */
async function send(
  context: RealtimeContext,
  c: Context<ServiceEnv>,
  credentials: Credentials,
  messages: readonly { name: ChannelName; broadcast: ChannelBroadcast }[],
): Promise<Response> {
  for (const { name } of messages) {
    const rights = await context.rightsOf(credentials, name);
    if (!rights.broadcast.canWrite) {
      return c.json({ message: "You do not have permissions to write to this channel" }, 403);
    }
  }
  for (const { name, broadcast } of messages) context.hub.broadcast(name, broadcast);
  return c.body(null, 202);
}
