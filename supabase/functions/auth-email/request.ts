import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { Refusal } from "../_shared/http.ts";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const hookRequest = z.object({
  user: z.object({ id: z.uuid(), email: text, new_email: text }),
  email_data: z.object({
    token: text,
    token_new: text,
    redirect_to: text,
    email_action_type: z.string(),
    old_email: text,
  }),
});

export interface HookRequest extends z.output<typeof hookRequest> {
  /** Auth uses a new id for each attempt. */
  id: string;
  /** The same for all attempts of a call. */
  fingerprint: string;
}

/**
 * Verifies the signature (Standard Webhooks).
 * @throws Refusal 503 without a secret, 401 for a wrong signature, 400 for invalid content
 */
export async function readHookRequest(
  request: Request,
  secrets: string | undefined,
): Promise<HookRequest> {
  if (secrets === undefined) throw new Refusal(503, "unavailable");
  const body = await request.text();
  const header = (name: string) => request.headers.get(`webhook-${name}`) ?? "";
  const headers = {
    "webhook-id": header("id"),
    "webhook-timestamp": header("timestamp"),
    // Auth separates several signatures with a comma and a space. The library expects only a space.
    "webhook-signature": header("signature").replaceAll(", ", " "),
  };
  const isSigned = secrets.split("|").some((secret) => {
    try {
      new Webhook(secret.replace(/^v1,/, "")).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });
  if (!isSigned) throw new Refusal(401, "unauthorized");
  const parsed = hookRequest.safeParse(parseJson(body));
  if (!parsed.success) throw new Refusal(400, "validation_failed");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  const fingerprint = [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return { ...parsed.data, id: headers["webhook-id"], fingerprint };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
