/** Names under `.localhost` and `.test` never exist on the internet (RFC 6761). */
export function isLocalUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    /\.(?:localhost|test)$/.test(hostname)
  );
}
