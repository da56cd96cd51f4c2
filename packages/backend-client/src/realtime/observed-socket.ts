export interface SocketObserver {
  onOpen(): void;
  onClose(): void;
  onMessage(): void;
}

export interface ObservedSockets {
  WebSocket: typeof WebSocket;
  forget(): void;
}

/**
 * Ignores events of a replaced socket, because its late `close` event must not close the new
 * socket.
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
