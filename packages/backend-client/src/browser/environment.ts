import type { Runtime } from "../config/runtime.js";

/** A channel to the app's other tabs. In browsers it is a BroadcastChannel. */
export interface TabChannel {
  /** Sends a message to the other tabs. */
  post(message: unknown): void;
  /** Stops sending and receiving. */
  close(): void;
}

/** The parts of the page that the browser client uses. A test can replace them. */
export interface BrowserEnvironment extends Pick<Runtime, "now" | "fetch" | "schedule"> {
  /** Milliseconds on a clock that does not change when the device's date is set. */
  monotonicNow(): number;
  /** Returns whether the page is hidden. */
  isHidden(): boolean;
  /** Calls back when the page may have slept: shown again, back online, restored from a cache. */
  onWake(listener: () => void): () => void;
  /** Calls back when the back/forward cache restores the page. */
  onRestored(listener: () => void): () => void;
  /** Joins the app's other tabs under a name. */
  openTabs(name: string, onMessage: (message: unknown) => void): TabChannel;
  /** Session storage, then local storage. Empty if the page may not use storage. */
  storages(): readonly Pick<Storage, "getItem" | "setItem">[];
  /** Hides the document until the returned function is called. */
  conceal(): () => void;
  /** Reloads the page. */
  reload(): void;
}

/** The environment of a real page. Creating it accesses nothing, so it is safe on a server. */
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
