/**
 * Hosts of this machine and of private networks: a name without a dot; names that no public DNS has
 * (RFC 6761, RFC 6762, ICANN's `.internal`); loopback, `0.0.0.0`, RFC 1918 and RFC 4193.
 */
const PRIVATE_HOST =
  /^[^.[]+$|\.(?:local(?:host)?|internal|test)\.?$|^(?=[\d.]+$)(?:0|10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[(?:::1\]|f[cd]\w\w:)/;

export function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !PRIVATE_HOST.test(hostname);
}
