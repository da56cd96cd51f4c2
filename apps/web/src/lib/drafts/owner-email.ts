const PREFIX = "address:";

/** Stores the email of a draft's owner, to fill in the sign-in form after the session ended. */
export function storeOwnerEmail(storage: Storage, userId: string, email: string): void {
  try {
    storage.setItem(PREFIX + userId, email);
  } catch {
    // The storage is full: the user types the email again.
  }
}

export function readOwnerEmail(storage: Storage, userId: string): string {
  return storage.getItem(PREFIX + userId) ?? "";
}

export function isOwnerEmailKey(key: string): boolean {
  return key.startsWith(PREFIX);
}
