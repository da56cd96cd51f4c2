import { expect, test, vi } from "vitest";
import { countWrongCode, readRetrySeconds } from "@/lib/codes/wrong-codes.server";

let sent: Record<string, string> = {};
vi.mock("next/headers", () => ({ headers: async () => new Headers(sent) }));

const typed = (email: string) => ({ email, pending: null });

async function guess(email: string, headers: Record<string, string>): Promise<void> {
  sent = headers;
  for (let no = 0; no < 10; no += 1) await countWrongCode(typed(email));
}

test("wrong codes are counted by the IP address in the header that the operator configured", async () => {
  vi.stubEnv("DOSSIER_CLIENT_ADDRESS_HEADER", "cf-connecting-ip");
  const attacker = { "cf-connecting-ip": "203.0.113.9", "x-forwarded-for": "198.51.100.1" };
  await guess("ann@example.com", attacker);
  sent = { ...attacker, "x-forwarded-for": "198.51.100.2" };
  expect(await readRetrySeconds(typed("ann@example.com"))).toBeGreaterThan(0);
  sent = { ...attacker, "cf-connecting-ip": "203.0.113.10" };
  expect(await readRetrySeconds(typed("ann@example.com"))).toBe(0);
  vi.unstubAllEnvs();
});

test("wrong codes from an IP address that many visitors may share are not counted", async () => {
  await guess("ben@example.com", { "x-forwarded-for": "10.0.0.4" });
  expect(await readRetrySeconds(typed("ben@example.com"))).toBe(0);
});
