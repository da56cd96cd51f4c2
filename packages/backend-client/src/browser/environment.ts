import type { Runtime } from "../config/runtime.js";

/** A way to tell the app's other tabs something; a BroadcastChannel in browsers. */
export interface TabChannel {
  /** Tells the other tabs. */
  post(message: unknown): void;
  /** Hears and tells nothing any more. */
  close(): void;
}

/** What the browser client takes from the page, so that a test can bring its own. */
export interface BrowserEnvironment extends Pick<Runtime, "now" | "fetch" | "schedule"> {
  /** Milliseconds on a clock that never jumps when the device's date is set. */
  monotonicNow(): number;
  /** Whether nobody sees the page now. */
  isHidden(): boolean;
  /** Calls back whenever the page may have slept: shown again, back online, taken from a cache. */
  onWake(listener: () => void): () => void;
  /** Calls back when the back/forward cache brings the page back as it was left. */
  onRestored(listener: () => void): () => void;
  /** Joins the app's other tabs under a name. */
  openTabs(name: string, onMessage: (message: unknown) => void): TabChannel;
  /** The tab's own storage, then that of all tabs of the site; empty where the page may use none. */
  storages(): readonly Pick<Storage, "getItem" | "setItem">[];
  /** Hides the document until the answer is called. */
  conceal(): () => void;
  /** Loads the page anew. */
  reload(): void;
}

/** The environment of a real page. Touches nothing until one of its functions is called. */
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
