export type SessionLimits = {
  clientAddress: "auto" | { header: string } | { hops: number };
  /**
   * A secret key of the Supabase project. With this key, the server may forward visitors' IP
   * addresses.
   */
  forwardingKey: string | undefined;
};

const HEADER = "DOSSIER_CLIENT_ADDRESS_HEADER";
const HOPS = "DOSSIER_CLIENT_ADDRESS_HOPS";
const KEY = "DOSSIER_FORWARDING_KEY";

function readClientAddress(read: (name: string) => string | undefined) {
  const header = read(HEADER);
  const hops = read(HOPS);
  if (header !== undefined && hops !== undefined) {
    throw new TypeError(`Set ${HEADER} or ${HOPS}, not both.`);
  }
  if (header !== undefined) {
    if (!/^[\w-]+$/.test(header)) throw new TypeError(`${HEADER} must be the name of a header.`);
    return { header };
  }
  if (hops === undefined) return "auto";
  if (!/^(?:[1-9]|1\d|20)$/.test(hops)) {
    throw new TypeError(`${HOPS} must be a whole number from 1 to 20.`);
  }
  return { hops: Number(hops) };
}

/** @throws TypeError that names the variable but not its value */
export function readSessionLimits(read: (name: string) => string | undefined): SessionLimits {
  const clientAddress = readClientAddress(read);
  const forwardingKey = read(KEY);
  if (forwardingKey !== undefined) {
    if (!forwardingKey.startsWith("sb_secret_")) {
      throw new TypeError(`${KEY} must be a secret key of the project (sb_secret_…).`);
    }
    if (clientAddress === "auto") throw new TypeError(`${KEY} needs ${HEADER} or ${HOPS}.`);
  }
  return { clientAddress, forwardingKey };
}

function isLoopback(url: string | undefined): boolean {
  return url === undefined || /^http:\/\/(?:127\.|localhost[:/]|\[::1\])/.test(`${url}/`);
}

export function startWarnings(environment: {
  backend: { url?: string | undefined };
  isDemo: boolean;
  limits: SessionLimits;
}): string[] {
  const { backend, isDemo, limits } = environment;
  if (isDemo) {
    return isLoopback(backend.url)
      ? []
      : ["DOSSIER_DEMO is on, so this server does not rate-limit calls to the auth service."];
  }
  if (isLoopback(backend.url)) return [];
  const warnings: string[] = [];
  if (limits.clientAddress === "auto") {
    warnings.push(
      `${HEADER} and ${HOPS} are not set, so the server takes a visitor's address from the last entry of X-Forwarded-For. Visitors can forge this entry unless exactly one proxy of yours adds it.`,
    );
  }
  if (limits.forwardingKey === undefined) {
    warnings.push(
      `${KEY} is not set, so all visitors share the rate limit that the auth service applies to the address of this server. An attacker with accounts and three addresses can keep everyone from signing in.`,
    );
  }
  return warnings;
}
