/** Creates a storage whose keys `Object.keys` returns, as in browsers. */
export function createTabStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? (this[key] ?? null) : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods);
}

export function fillStorage(storage: Storage): void {
  Object.defineProperty(storage, "setItem", {
    value: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
}
