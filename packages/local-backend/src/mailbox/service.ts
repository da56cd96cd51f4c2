import { join } from "node:path";
import { Hono } from "hono";
import type { EmailSink } from "../gateway/outgoing-email.ts";
import type { Service, ServiceEnv } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { createEmailApiRoutes } from "./email-api.ts";
import { createPageRoutes } from "./page.ts";
import { MessageStore } from "./store.ts";
import { createWaitFor, type WaitFor, waitForMatch } from "./wait.ts";

const MAX_WAIT_SECONDS = 30;

export interface MailboxService extends Service {
  sink: EmailSink;
  waitFor: WaitFor;
}

export function createMailboxService(context: ServiceContext): MailboxService {
  const store = new MessageStore({
    folder: join(context.dataDir, "messages"),
    now: () => context.now(),
  });
  const emailApi = createEmailApiRoutes(context, store);
  const stopping = new AbortController();
  const routes = new Hono<ServiceEnv>();
  routes.use(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== `http://${c.req.header("host")}`) {
      return c.json({ message: "Only the mailbox page can do this." }, 403);
    }
    await next();
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
  });
  routes.route("/", createPageRoutes(store));
  routes.route("/", emailApi.routes);
  routes
    .get("/messages", async (c) => {
      const since = readSince(c.req.query("since"));
      if (Number.isNaN(since))
        return c.json({ message: "since must be a time such as 2026-12-01T09:00:00Z" }, 400);
      const filter = { to: c.req.query("to") || undefined, since };
      const seconds = Math.min(Number(c.req.query("wait")) || 0, MAX_WAIT_SECONDS);
      const messages = await waitForMatch(store, {
        find: () => store.list(filter),
        timeoutMs: seconds * 1000,
        signal: AbortSignal.any([c.req.raw.signal, stopping.signal]),
      });
      return c.json({ messages });
    })
    .get("/messages/:id", (c) => {
      const message = store.get(c.req.param("id"));
      return message ? c.json(message) : c.json({ message: "Email not found" }, 404);
    })
    .delete("/messages/:id", async (c) => {
      const isDeleted = await store.delete(c.req.param("id"));
      return isDeleted ? c.body(null, 204) : c.json({ message: "Email not found" }, 404);
    })
    .delete("/messages", async (c) => {
      await store.clear();
      return c.body(null, 204);
    });
  routes.notFound((c) =>
    c.json({ statusCode: 404, name: "not_found", message: "The mailbox has no such path." }, 404),
  );
  return {
    name: "mailbox",
    prefix: "/mailbox",
    routes,
    sink: { send: async (email) => (await store.add(email)).id },
    waitFor: createWaitFor(store),
    start: () => store.load(),
    stop: async () => stopping.abort(),
    async reset() {
      await store.clear();
      emailApi.forget();
    },
  };
}

/** Accepts ISO 8601, or milliseconds since the epoch. Returns NaN for other formats. */
function readSince(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  return /^\d+$/.test(text) ? Number(text) : Date.parse(text);
}
