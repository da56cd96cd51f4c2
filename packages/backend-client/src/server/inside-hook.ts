interface HookCall {
  isRunning: boolean;
}

interface Storage {
  run<T>(value: HookCall, work: () => T): T;
  getStore(): HookCall | undefined;
}

type StorageClass = new () => Storage;

/**
 * Node, Bun and Workers have it as a module. Next's edge runtime has it as a global, and throws
 * where a module is asked for. Deno's is not used: after an `import()` inside a hook, all later
 * requests of the process inherit the context, and `allowSignIn` would let everyone in.
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

/** Created with the first hook, because imports do no work. */
function storageOf(): Storage | null {
  if (storage === undefined) {
    const Found = findClass();
    storage = Found ? new Found() : null;
  }
  return storage;
}

/** The context ends with the hook, so that no platform can carry it into another request. */
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

/** False on a platform without asynchronous context. The scope of a hook starts no hooks there. */
export function isInsideHook(): boolean {
  return storageOf()?.getStore()?.isRunning === true;
}
