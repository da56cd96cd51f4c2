/** Shortens a hash to its first and last six characters: `3f2a91…c04d7e`. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-6)}`;
}
