const PREFIX = "address:";

/** Keeps the address of a person who writes in this tab, to sign in with again. */
export function keepAddress(storage: Storage, userId: string, address: string): void {
  try {
    storage.setItem(PREFIX + userId, address);
  } catch {
    // The tab's storage is full: the address is typed again.
  }
}

/** The address that is kept of a person; empty when there is none. */
export function readAddress(storage: Storage, userId: string): string {
  return storage.getItem(PREFIX + userId) ?? "";
}

/** Whether a key of the storage belongs to an address. */
export function isAddressKey(key: string): boolean {
  return key.startsWith(PREFIX);
}
