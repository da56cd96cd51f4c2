const PREFIX = "address:";

/**
 * Stores the email of a draft's owner, so that the sign-in form can fill it in after the session
 * ends.
 */
export function storeOwnerEmail(storage: Storage, userId: string, email: string): void {
  try {
    storage.setItem(PREFIX + userId, email);
  } catch {
    // The storage is full, so the user has to type the email again.
  }
}

export function readOwnerEmail(storage: Storage, userId: string): string {
  return storage.getItem(PREFIX + userId) ?? "";
}

export function isOwnerEmailKey(key: string): boolean {
  return key.startsWith(PREFIX);
}
