/** What happens to a socket, heard before upstream hears it. */
export interface SocketObserver {
  onOpen(): void;
  onClose(): void;
  onMessage(): void;
}

/** A WebSocket class under observation. */
export interface ObservedSockets {
  WebSocket: typeof WebSocket;
  /** Stops listening to the present socket, whose end is wanted. */
  forget(): void;
}

/**
 * Makes a WebSocket class that tells an observer about its newest instance. Older and forgotten
 * ones are silent, so a late close of a replaced socket cannot end its successor.
 */
export function observeSockets(Base: typeof WebSocket, observer: SocketObserver): ObservedSockets {
  let newest: WebSocket | null = null;
  class ObservedWebSocket extends Base {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      newest = this;
      const tell = (listener: () => void) => () => {
        if (newest === this) listener();
      };
      this.addEventListener("open", tell(observer.onOpen));
      this.addEventListener("close", tell(observer.onClose));
      this.addEventListener("message", tell(observer.onMessage));
    }
  }
  return {
    WebSocket: ObservedWebSocket,
    forget() {
      newest = null;
    },
  };
}
