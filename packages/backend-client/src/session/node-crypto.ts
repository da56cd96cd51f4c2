/** Node's own crypto module. */
export type NodeCrypto = typeof import("node:crypto");

/**
 * Node's own crypto; null elsewhere. It is asked for at run time, so that no bundler for another
 * platform follows an import.
 */
export function nodeCrypto(): NodeCrypto | null {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (id: string) => NodeCrypto | undefined };
  };
  return process?.getBuiltinModule?.("node:crypto") ?? null;
}

/** SHA-256 of a text in hexadecimal, without a thread hop where Node can do it. */
export async function sha256(
  text: string,
  node: NodeCrypto | null = nodeCrypto(),
): Promise<string> {
  if (node) return node.createHash("sha256").update(text).digest("hex");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
