export interface SessionRequests<T> {
  send(request: () => Promise<T>): Promise<T>;
  sendAfterPending(name: string, request: () => Promise<T>): Promise<T>;
  forget(): void;
}

export function createSessionRequests<T>(): SessionRequests<T> {
  let flight: Promise<T> | null = null;
  const waiting = new Map<string, Promise<T>>();

  function send(request: () => Promise<T>): Promise<T> {
    if (flight) return flight;
    const mine = request().finally(() => {
      if (flight === mine) flight = null;
    });
    flight = mine;
    return mine;
  }

  async function afterAll(name: string, request: () => Promise<T>): Promise<T> {
    while (flight) await flight.catch(() => undefined);
    waiting.delete(name);
    return send(request);
  }

  return {
    send,
    async sendAfterPending(name, request) {
      if (!flight) return send(request);
      const shared = waiting.get(name) ?? afterAll(name, request);
      waiting.set(name, shared);
      return shared;
    },
    forget() {
      flight = null;
    },
  };
}
