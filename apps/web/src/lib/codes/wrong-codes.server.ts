import "server-only";
import { createHash } from "node:crypto";
import { clientNetwork } from "@dossier/backend-client/server";
import { headers } from "next/headers";
import { readEnvironment } from "@/env";
import type { PendingCode } from "@/lib/codes/pending-codes";
import { WrongCodes } from "@/lib/codes/wrong-codes";

// Each process allows each visitor ten wrong codes an hour for an email address. The auth service
// enforces a limit for all processes together.
const wrongCodes = new WrongCodes();

type Typed = { email: string; pending: Pick<PendingCode, "secret"> | null };

/**
 * Returns the key under which wrong codes are counted, or undefined if nothing identifies the
 * visitor. In that case, only the limit of the auth service applies.
 */
async function keyOf({ email, pending }: Typed): Promise<string | undefined> {
  const { clientAddress } = readEnvironment().limits;
  const client = clientNetwork(await headers(), clientAddress);
  const who = pending?.secret ?? (client === null ? undefined : `client ${client}`);
  if (who === undefined) return undefined;
  return createHash("sha256").update(`${email.toLowerCase()}\n${who}`).digest("base64url");
}

export async function readRetrySeconds(typed: Typed): Promise<number> {
  const key = await keyOf(typed);
  return key === undefined ? 0 : wrongCodes.secondsUntilNext(key, Date.now());
}

export async function countWrongCode(typed: Typed): Promise<void> {
  const key = await keyOf(typed);
  if (key !== undefined) wrongCodes.add(key, Date.now());
}
