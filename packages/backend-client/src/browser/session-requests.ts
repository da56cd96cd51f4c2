/** Questions to the app's server, one at a time. */
export interface Questions<T> {
  /** The answer to the question under way, else to this one. */
  ask(question: () => Promise<T>): Promise<T>;
  /**
   * Asks after everything that is under way: an answer on its way may be older than what the
   * caller knows to have happened. Callers that wait with the same `name` share one question.
   */
  askAnew(name: string, question: () => Promise<T>): Promise<T>;
  /** Forgets what is under way: later callers ask anew. */
  forget(): void;
}

/** Creates a line of questions; asks nothing by itself. */
export function createQuestions<T>(): Questions<T> {
  let flight: Promise<T> | null = null;
  const waiting = new Map<string, Promise<T>>();

  function ask(question: () => Promise<T>): Promise<T> {
    if (flight) return flight;
    const mine = question().finally(() => {
      if (flight === mine) flight = null;
    });
    flight = mine;
    return mine;
  }

  async function afterAll(name: string, question: () => Promise<T>): Promise<T> {
    while (flight) await flight.catch(() => undefined);
    waiting.delete(name);
    return ask(question);
  }

  return {
    ask,
    async askAnew(name, question) {
      if (!flight) return ask(question);
      const shared = waiting.get(name) ?? afterAll(name, question);
      waiting.set(name, shared);
      return shared;
    },
    forget() {
      flight = null;
    },
  };
}
