import type { Runtime } from "../config/runtime.js";

/** A channel to the app's other tabs. A browser uses a BroadcastChannel. */
export interface TabChannel {
  /** Sends a message to the other tabs. */
  post(message: unknown): void;
  /** Stops sending and receiving. */
  close(): void;
}

/** Browser APIs that the client uses. A test can replace them. */
export interface BrowserEnvironment extends Pick<Runtime, "now" | "fetch" | "schedule"> {
  /** Returns milliseconds from a clock that ignores changes of the device's date. */
  monotonicNow(): number;
  /** Returns true if the page is hidden. */
  isHidden(): boolean;
  /**
   * Calls the listener when a hidden page becomes visible, when the browser comes online again, and
   * on `pageshow`.
   */
  onWake(listener: () => void): () => void;
  /** Calls the listener when the back/forward cache restores the page. */
  onRestored(listener: () => void): () => void;
  /** Connects to the app's other tabs that use the same name. */
  openTabs(name: string, onMessage: (message: unknown) => void): TabChannel;
  /** Returns session storage, then local storage; an empty list if the page may not use storage. */
  storages(): readonly Pick<Storage, "getItem" | "setItem">[];
  /** Hides the document until the returned function is called. */
  conceal(): () => void;
  /** Reloads the page. */
  reload(): void;
}

export function pageEnvironment(runtime: Runtime): BrowserEnvironment {
  return {
    now: runtime.now,
    fetch: runtime.fetch,
    schedule: runtime.schedule,
    monotonicNow: () => performance.now(),
    isHidden: () => document.hidden,
    onWake(listener) {
      const shown = () => {
        if (!document.hidden) listener();
      };
      document.addEventListener("visibilitychange", shown);
      window.addEventListener("online", listener);
      window.addEventListener("pageshow", listener);
      return () => {
        document.removeEventListener("visibilitychange", shown);
        window.removeEventListener("online", listener);
        window.removeEventListener("pageshow", listener);
      };
    },
    onRestored(listener) {
      const shown = (event: PageTransitionEvent) => {
        if (event.persisted) listener();
      };
      window.addEventListener("pageshow", shown);
      return () => window.removeEventListener("pageshow", shown);
    },
    openTabs(name, onMessage) {
      const channel = new BroadcastChannel(name);
      channel.onmessage = (event) => onMessage(event.data);
      return { post: (message) => channel.postMessage(message), close: () => channel.close() };
    },
    storages() {
      try {
        return [window.sessionStorage, window.localStorage];
      } catch {
        return [];
      }
    },
    conceal() {
      const { style } = document.documentElement;
      const former = style.visibility;
      style.visibility = "hidden";
      return () => {
        style.visibility = former;
      };
    },
    reload: () => window.location.reload(),
  };
}
