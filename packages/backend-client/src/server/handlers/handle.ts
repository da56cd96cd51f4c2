import type { ServerSettings } from "../options.js";
import { withoutAppPath } from "../redirects.js";
import { getCallback } from "./callback.js";
import { getConfirm, postConfirm } from "./confirm.js";
import type { HandlerContext } from "./context.js";
import { BodyTooLarge } from "./fields.js";
import {
  postAuthentication,
  postAuthenticationOptions,
  postRegistration,
  postRegistrationOptions,
} from "./passkey.js";
import { getRefresh } from "./refresh.js";
import { HANDLER_HEADERS } from "./respond.js";
import { getSession, postRefresh } from "./session.js";
import { postSignOut } from "./sign-out.js";

type Handler = (context: HandlerContext) => Promise<Response>;

const HANDLERS: Record<string, Partial<Record<string, Handler>>> = {
  session: { GET: getSession },
  refresh: { GET: getRefresh, POST: postRefresh },
  "sign-out": { POST: postSignOut },
  callback: { GET: getCallback },
  "passkey/registration/options": { POST: postRegistrationOptions },
  "passkey/registration/verify": { POST: postRegistration },
  "passkey/authentication/options": { POST: postAuthenticationOptions },
  "passkey/authentication/verify": { POST: postAuthentication },
  confirm: { GET: getConfirm, POST: postConfirm },
};

function respondEmpty(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...HANDLER_HEADERS, ...headers } });
}

function withAppPath(response: Response, { appPath }: ServerSettings): Response {
  const path = response.headers.get("location");
  if (path?.startsWith("/")) response.headers.set("location", appPath + path);
  return response;
}

export async function handle(context: HandlerContext): Promise<Response> {
  const { request, settings } = context;
  const pathname = withoutAppPath(new URL(request.url).pathname, settings);
  const name = pathname.startsWith(`${settings.basePath}/`)
    ? pathname.slice(settings.basePath.length + 1).replace(/\/$/, "")
    : "";
  const methods = Object.hasOwn(HANDLERS, name) ? HANDLERS[name] : undefined;
  if (!methods) return respondEmpty(404);
  // Email scanners send HEAD before they follow a link, so HEAD must not change anything.
  if (request.method === "HEAD") return respondEmpty(methods.GET ? 200 : 405);
  const handler = methods[request.method];
  if (!handler) return respondEmpty(405, { allow: Object.keys(methods).join(", ") });
  try {
    return withAppPath(await handler(context), settings);
  } catch (thrown) {
    if (thrown instanceof BodyTooLarge) return respondEmpty(413);
    throw thrown;
  }
}
