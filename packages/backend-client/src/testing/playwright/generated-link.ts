import { identityHeaders } from "../../config/authorized-fetch.js";
import type { Backend } from "../../config/define-backend.js";
import { isBackendError } from "../../errors/backend-error.js";
import { fromForeignAnswer } from "../../errors/from-network.js";
import { holdSecretKey } from "../../service/secret-key.js";
import { sendAuth } from "../../session/auth-transport.js";

const TIMEOUT_MS = 12_000;
const OPERATION = "auth.admin.generateLink";

interface Link {
  hashed_token: string;
  verification_type: string;
}

function isLink(body: unknown): body is Link {
  return typeof body === "object" && body !== null && "hashed_token" in body;
}

export async function generateLink(
  backend: Backend,
  { secretKey, email }: { secretKey: string; email: string },
): Promise<{ token_hash: string; type: "magiclink" | "signup" }> {
  const anonKey = holdSecretKey(secretKey)();
  const identity = await identityHeaders({ anonKey }, { operation: OPERATION });
  const sent = await sendAuth(backend, {
    operation: OPERATION,
    path: "/admin/generate_link",
    method: "POST",
    headers: { ...identity, "content-type": "application/json" },
    body: JSON.stringify({ type: "magiclink", email }),
    timeoutMs: TIMEOUT_MS,
  });
  if (isBackendError(sent)) throw sent;
  if (sent.error) throw sent.error;
  const body = sent.answer?.body;
  if (!isLink(body)) throw fromForeignAnswer({ status: 200, operation: OPERATION });
  return {
    token_hash: body.hashed_token,
    type: body.verification_type === "signup" ? "signup" : "magiclink",
  };
}
