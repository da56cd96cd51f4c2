/**
 * Whether a service runs on this machine, or only in a test: warnings about its limits would be
 * noise there (RFC 6761: `.localhost` and `.test` name nothing on the internet).
 */
export function isLocalUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    /\.(?:localhost|test)$/.test(hostname)
  );
}
