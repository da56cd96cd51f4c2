/** What happens to a socket, heard before upstream hears it. */
export interface SocketObserver {
  onOpen(): void;
  onClose(): void;
  onMessage(): void;
}

/**
 * A WebSocket class that tells an observer about its newest instance; older ones fall silent, so a
 * late close of a replaced socket cannot end its successor.
 */
export function observedWebSocket(Base: typeof WebSocket, observer: SocketObserver) {
  let newest: WebSocket | null = null;
  return class ObservedWebSocket extends Base {
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
  };
}
