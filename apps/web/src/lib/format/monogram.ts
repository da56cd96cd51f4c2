// Defined in the `supabase` package, because emails show the same letters.
export { monogramOf } from "@dossier/supabase/monogram";

const HUES = 8;

/** Returns the id's 32-bit FNV-1a hash modulo 8. */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash % HUES;
}
