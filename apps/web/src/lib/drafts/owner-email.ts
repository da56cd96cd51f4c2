const PREFIX = "address:";

/** The app fills in the sign-in form with this email after the session ends. */
export function storeOwnerEmail(storage: Storage, userId: string, email: string): void {
  try {
    storage.setItem(PREFIX + userId, email);
  } catch {
    // The storage is full. The sign-in form then stays empty.
  }
}

export function readOwnerEmail(storage: Storage, userId: string): string {
  return storage.getItem(PREFIX + userId) ?? "";
}

export function isOwnerEmailKey(key: string): boolean {
  return key.startsWith(PREFIX);
}
