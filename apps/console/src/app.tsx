import type { Backend } from "@dossier/backend-client";
import { createSessionServer, type SessionServerOptions } from "@dossier/backend-client/server";
import type { Database } from "@dossier/supabase/database.types";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { answerError } from "./errors.js";
import { firms } from "./routes/firms.js";
import { secondFactor } from "./routes/second-factor.js";
import { signIn } from "./routes/sign-in.js";
import { type ConsoleEnv, refuseForeignForms, withScope } from "./scope.js";
import { STYLE } from "./style.js";
import { respond } from "./views/layout.js";
import { Message } from "./views/message.js";

export interface ConsoleOptions {
  backend: Backend<Database>;
  /**
   * Origin of the console, such as `https://console.example.com`. Default: the origin of each
   * request.
   */
  origin?: string | undefined;
  /** Rate limits, and how to determine a visitor's IP address. Default: the defaults of the SDK. */
  limits?: SessionLimits | undefined;
}

type SessionLimits = Pick<
  SessionServerOptions,
  "serviceLimit" | "clientLimit" | "clientAddress" | "forwardingKey"
>;

export function createApp({ backend, origin, limits }: ConsoleOptions): Hono<ConsoleEnv> {
  const sessions = createSessionServer(backend, {
    basePath: "/auth",
    signInPath: "/sign-in",
    origin,
    ...limits,
  });
  const app = new Hono<ConsoleEnv>();

  app.get("/style.css", (c) => {
    c.header("cache-control", "public, max-age=300");
    return c.body(STYLE, 200, { "content-type": "text/css; charset=utf-8" });
  });
  // Register these before the middleware for pages, because the SDK's handlers set their own
  // headers.
  app.all("/auth/*", (c) => sessions.handle(c.req.raw));

  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      xFrameOptions: "DENY",
      // With `no-referrer`, browsers submit forms with `Origin: null`, but the origin check needs
      // the real origin if a browser does not send `Sec-Fetch-Site`.
      referrerPolicy: "same-origin",
      // The HTTPS proxy in front of the console decides whether to send this header.
      strictTransportSecurity: false,
    }),
  );
  app.use(withScope(sessions));
  app.use(refuseForeignForms(sessions));

  app.route("/", signIn());
  app.route("/", secondFactor());
  app.route(
    "/",
    firms(() => backend.runtime.now()),
  );

  app.notFound((c) =>
    respond(c, { title: "Not found", status: 404 }, () => (
      <Message title="Page not found">
        The address is wrong, or the page belongs to a firm that you do not work for.{" "}
        <a href="/">All your firms</a>
      </Message>
    )),
  );
  app.onError(answerError);
  return app;
}
