import { z } from "zod";
import { type CodeEmail, type CodePurpose, renderCode } from "../_shared/email/code-email.ts";
import type { Delivery, RenderedEmail } from "../_shared/email/post.ts";
import { answer, endpoint } from "../_shared/http.ts";
import type { SystemDatabase } from "../_shared/ports.ts";
import { type HookRequest, readHookRequest } from "./request.ts";

interface HandlerOptions {
  database: SystemDatabase;
  hookSecret: string | undefined;
  siteUrl: string;
  supabaseUrl: string;
  from: string;
  post(email: RenderedEmail, idempotencyKey: string): Promise<Delivery>;
}

const NOTICES: Readonly<Record<string, string>> = {
  password_changed_notification: "password_changed",
  email_changed_notification: "email_changed",
  mfa_factor_enrolled_notification: "factor_added",
  mfa_factor_unenrolled_notification: "factor_removed",
};

const PURPOSES: Readonly<Record<string, CodePurpose>> = {
  signup: "sign-in",
  magiclink: "sign-in",
  email: "sign-in",
  invite: "invite",
  recovery: "recovery",
  email_change: "email_change",
  reauthentication: "reauthentication",
};

/**
 * Sends codes immediately and does not store them. After an error response, Auth discards the new
 * code, and the previous code remains valid.
 * @see https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return endpoint(async (request) => {
    const call = await readHookRequest(request, options.hookSecret);
    const { email_action_type: type } = call.email_data;
    const notice = Object.hasOwn(NOTICES, type) ? NOTICES[type] : undefined;
    if (notice !== undefined) {
      await options.database.rpc("queue_account_notice", {
        notice,
        cause: call.fingerprint,
        emails: [call.user.email, call.email_data.old_email].filter((email) => email !== ""),
      });
      return {};
    }
    const purpose = Object.hasOwn(PURPOSES, type) ? PURPOSES[type] : undefined;
    if (purpose === undefined) {
      return refuse(422, `The function auth-email sends no emails of the type "${type}".`);
    }
    return sendCodes(options, call, purpose);
  });
}

async function sendCodes(options: HandlerOptions, call: HookRequest, purpose: CodePurpose) {
  const { database } = options;
  // Any signed-in user can enter any new address. The codes for an email change must not delay the
  // sign-in codes to that address.
  const counted = purpose === "email_change" ? "email_change" : "sign_in";
  for (const { to, code, step, isCounted } of codesOf(call, purpose)) {
    const count = { email: to, purpose: counted };
    if (isCounted) {
      const seconds = z.number().parse(await database.rpc("spend_code", count));
      if (seconds > 0) return refuse(429, `The next code can be sent in ${seconds} seconds.`);
    }
    const firm = await findFirm(options, call.email_data.redirect_to, to);
    const newAddress = purpose === "email_change" ? call.user.new_email : undefined;
    const email = renderCode({ id: call.id, to, code, purpose, step, newAddress, firm }, options);
    const { outcome } = await options.post(email, `${call.id}:${to}`);
    if (outcome === "sent") continue;
    if (isCounted) await database.rpc("return_code", count);
    return outcome === "failed"
      ? refuse(422, "The email service refuses this address.")
      : refuse(500, "The email service is not available.");
  }
  return {};
}

interface CodeToSend extends Pick<CodeEmail, "to" | "code" | "step"> {
  isCounted: boolean;
}

/**
 * Returns the codes to send. Codes that a signed-in user requests for their own address do not
 * count toward the limit, because Auth limits them and a stranger's requests must not delay them.
 */
function codesOf({ user, email_data: data }: HookRequest, purpose: CodePurpose): CodeToSend[] {
  if (purpose !== "email_change") {
    return [{ to: user.email, code: data.token, isCounted: purpose !== "reauthentication" }];
  }
  // If Auth sent two codes, `token` is for the current address and `token_new` for the new address.
  if (data.token_new === "") return [{ to: user.new_email, code: data.token, isCounted: true }];
  return [
    { to: user.new_email, code: data.token_new, step: "new", isCounted: true },
    { to: user.email, code: data.token, step: "current", isCounted: false },
  ];
}

const senders = z.array(
  z.object({
    org_name: z.string(),
    reply_email: z.string(),
    logo_path: z.string().nullable().default(null),
    brand_color: z.string().nullable().default(null),
  }),
);

/**
 * Returns undefined if the code opens no request, or if the address does not belong to a contact
 * of the request.
 */
async function findFirm({ database, siteUrl }: HandlerOptions, redirectTo: string, to: string) {
  const prefix = `${siteUrl}/r/`;
  // The web server adds a query with the id of the sign-in flow.
  const [page = ""] = redirectTo.split("?", 1);
  const publicId = page.startsWith(prefix) ? page.slice(prefix.length) : "";
  if (!/^[0-9a-f]{32}$/.test(publicId)) return undefined;
  const rows = await database.rpc("get_code_sender", { public_id: publicId, email: to });
  const [sender] = senders.parse(rows);
  return (
    sender && {
      name: sender.org_name,
      replyEmail: sender.reply_email,
      logoPath: sender.logo_path,
      color: sender.brand_color,
    }
  );
}

/** Auth returns this status and message to its caller only if the hook responds with status 200. */
function refuse(status: number, message: string): Response {
  return answer({ error: { http_code: status, message } });
}
