interface HookCall {
  isRunning: boolean;
}

interface Storage {
  run<T>(value: HookCall, work: () => T): T;
  getStore(): HookCall | undefined;
}

type StorageClass = new () => Storage;

/**
 * Node, Bun and Workers have `AsyncLocalStorage` in a module. Next's edge runtime has it as a
 * global, and throws when code requests the module. Do not use Deno's `AsyncLocalStorage`: after an
 * `import()` inside a hook, all later requests of the process inherit the context, so `allowSignIn`
 * would accept every user.
 */
function findClass(): StorageClass | undefined {
  const { process, AsyncLocalStorage, Deno } = globalThis as {
    process?: {
      getBuiltinModule?: (id: string) => { AsyncLocalStorage: StorageClass } | undefined;
    };
    AsyncLocalStorage?: StorageClass;
    Deno?: unknown;
  };
  if (Deno !== undefined) return undefined;
  return AsyncLocalStorage ?? process?.getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage;
}

let storage: Storage | null | undefined;

/** Creates the storage on first use, because an import must not do any work. */
function storageOf(): Storage | null {
  if (storage === undefined) {
    const Found = findClass();
    storage = Found ? new Found() : null;
  }
  return storage;
}

/**
 * Runs work in the context of a hook. The context ends with the hook, so that no other request can
 * inherit it on any platform.
 */
export async function runInsideHook<T>(work: () => T | Promise<T>): Promise<T> {
  const found = storageOf();
  if (!found) return work();
  const call = { isRunning: true };
  try {
    return await found.run(call, async () => work());
  } finally {
    call.isRunning = false;
  }
}

/**
 * Returns true inside a hook. On a platform without asynchronous context, always returns false, so
 * calls inside a hook may start hooks there. The scope that a hook receives starts no hooks on any
 * platform.
 */
export function isInsideHook(): boolean {
  return storageOf()?.getStore()?.isRunning === true;
}
