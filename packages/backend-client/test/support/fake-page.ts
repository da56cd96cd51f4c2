import type { BrowserEnvironment } from "../../src/browser/environment.js";
import { createVirtualClock, type VirtualClock } from "../../src/testing/virtual-clock.js";

export interface FakePage {
  environment: BrowserEnvironment;
  clock: VirtualClock;
  log: string[];
  hide(isHidden: boolean): void;
  wake(): void;
  restore(): void;
}

export function createTabHub() {
  const tabs = new Set<(message: unknown) => void>();
  const sent: unknown[] = [];
  return {
    sent,
    open(_name: string, onMessage: (message: unknown) => void) {
      tabs.add(onMessage);
      return {
        post(message: unknown) {
          sent.push(message);
          for (const tab of tabs) if (tab !== onMessage) tab(message);
        },
        close: () => tabs.delete(onMessage),
      };
    },
  };
}

export function createFakeStorage(): Pick<Storage, "getItem" | "setItem"> {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
  };
}

export function createFakePage(
  fetchImplementation: typeof fetch,
  hub = createTabHub(),
  clock = createVirtualClock(),
  storages: ReturnType<BrowserEnvironment["storages"]> = [],
): FakePage {
  const log: string[] = [];
  const wakes = new Set<() => void>();
  const restores = new Set<() => void>();
  let isHidden = false;
  const listen = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  return {
    clock,
    log,
    hide(next) {
      isHidden = next;
    },
    wake: () => wakes.forEach((listener) => void listener()),
    restore: () => restores.forEach((listener) => void listener()),
    environment: {
      now: clock.now,
      monotonicNow: clock.monotonicNow,
      schedule: clock.schedule,
      fetch: fetchImplementation,
      isHidden: () => isHidden,
      onWake: listen(wakes),
      onRestored: listen(restores),
      openTabs: hub.open,
      storages: () => storages,
      conceal() {
        log.push("conceal");
        return () => log.push("reveal");
      },
      reload: () => log.push("reload"),
    },
  };
}
