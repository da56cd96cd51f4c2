export type SessionLimits = {
  /** `"auto"` if the operator did not set it. */
  clientAddress: "auto" | { header: string } | { hops: number };
  /** A secret key, used only to pass on visitors' addresses. */
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

/**
 * Reads the settings with which the server tells visitors apart.
 * @throws TypeError with one sentence that names the variable and never its value
 */
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

/** Returns one sentence to the operator about each rate limit that cannot work. */
export function startWarnings(environment: {
  backend: { url?: string | undefined };
  isDemo: boolean;
  limits: SessionLimits;
}): string[] {
  const { backend, isDemo, limits } = environment;
  if (isDemo) {
    return isLoopback(backend.url)
      ? []
      : ["DOSSIER_DEMO is on: calls to the auth service are not limited."];
  }
  if (isLoopback(backend.url)) return [];
  const warnings: string[] = [];
  if (limits.clientAddress === "auto") {
    warnings.push(
      `${HEADER} and ${HOPS} are not set: visitors' addresses come from the last entry of X-Forwarded-For, which a visitor can choose unless exactly one proxy of yours writes it.`,
    );
  }
  if (limits.forwardingKey === undefined) {
    warnings.push(
      `${KEY} is not set: the auth service counts all visitors as this server, so three hostile addresses with accounts can keep everyone from signing in.`,
    );
  }
  return warnings;
}
