interface Storage {
  run<T>(value: true, work: () => T): T;
  getStore(): true | undefined;
}

type StorageClass = new () => Storage;

/** Node, Deno, Bun and Workers have it as a module, Next's edge runtime as a global. */
function findClass(): StorageClass | undefined {
  const { process, AsyncLocalStorage } = globalThis as {
    process?: {
      getBuiltinModule?: (id: string) => { AsyncLocalStorage: StorageClass } | undefined;
    };
    AsyncLocalStorage?: StorageClass;
  };
  const { getBuiltinModule } = process ?? {};
  return getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage ?? AsyncLocalStorage;
}

let storage: Storage | null | undefined;

/** Created with the first hook, because imports do no work. */
function storageOf(): Storage | null {
  if (storage === undefined) {
    const Found = findClass();
    storage = Found ? new Found() : null;
  }
  return storage;
}

export function runInsideHook<T>(work: () => T): T {
  const found = storageOf();
  return found ? found.run(true, work) : work();
}

/** False on a platform without asynchronous context. The scope of a hook starts no hooks there. */
export function isInsideHook(): boolean {
  return storageOf()?.getStore() === true;
}
