interface HookCall {
  isRunning: boolean;
}

interface Storage {
  run<T>(value: HookCall, work: () => T): T;
  getStore(): HookCall | undefined;
}

type StorageClass = new () => Storage;

/**
 * Next's edge runtime has `AsyncLocalStorage` only as a global. Ignores the class in Deno: after an
 * `import()` inside a hook, all later requests of the process inherit the hook's context, so the
 * server would skip `allowSignIn` for every user.
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

function storageOf(): Storage | null {
  if (storage === undefined) {
    const Found = findClass();
    storage = Found ? new Found() : null;
  }
  return storage;
}

export async function runInsideHook<T>(work: () => T | Promise<T>): Promise<T> {
  const found = storageOf();
  if (!found) return work();
  const call = { isRunning: true };
  try {
    return await found.run(call, async () => work());
  } finally {
    // A later request may inherit this context, so record that the hook has ended.
    call.isRunning = false;
  }
}

/**
 * Always false on a runtime without `AsyncLocalStorage`. There, calls inside a hook can start
 * hooks.
 */
export function isInsideHook(): boolean {
  return storageOf()?.getStore()?.isRunning === true;
}
