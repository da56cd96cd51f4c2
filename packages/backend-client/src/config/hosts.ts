/**
 * Hosts that the internet cannot reach: names without a dot, reserved names (RFC 6761, RFC 6762,
 * ICANN's `.internal`), and loopback and private addresses (RFC 1918, RFC 4193).
 */
const PRIVATE_HOST =
  /^[^.[]+$|\.(?:local(?:host)?|internal|test)\.?$|^(?=[\d.]+$)(?:0|10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[(?:::1\]|f[cd]\w\w:)/;

export function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !PRIVATE_HOST.test(hostname);
}
