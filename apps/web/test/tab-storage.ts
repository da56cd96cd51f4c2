/** In-memory tab storage. As in browsers, `Object.keys` lists its keys. */
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

/** Makes a storage reject every value, like a full one. */
export function fillStorage(storage: Storage): void {
  Object.defineProperty(storage, "setItem", {
    value: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
}
