/** RFC 6761: `.localhost` and `.test` are not on the internet. */
export function isLocalUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    /\.(?:localhost|test)$/.test(hostname)
  );
}
