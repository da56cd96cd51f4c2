export type PolicyOptions = {
  /** A new random value for each document. */
  nonce: string;
  backendUrl: string;
  /** Allows inline styles, and `eval`, which React needs in `next dev`. */
  isDevelopment: boolean;
};

const FLOOR = ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];

export const POLICY_FLOOR = FLOOR.join("; ");

/**
 * In production, the policy forbids style attributes. Set widths and positions with classes or the
 * CSSOM.
 */
export function contentSecurityPolicy({ nonce, backendUrl, isDevelopment }: PolicyOptions): string {
  const { origin, protocol, host } = new URL(backendUrl);
  const socket = `${protocol === "https:" ? "wss" : "ws"}://${host}`;
  const directives = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `img-src 'self' blob: data: ${origin}`,
    "font-src 'self'",
    `connect-src 'self' ${origin} ${socket}`,
    "worker-src 'self' blob:",
    "form-action 'self'",
    ...FLOOR,
  ];
  return directives.join("; ");
}

export function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes));
}
