import { currentRequest } from "./request-store.js";

interface Node {
  byObject: WeakMap<object, Node>;
  byValue: Map<unknown, Node>;
  outcome: (() => unknown) | null;
}

function createNode(): Node {
  return { byObject: new WeakMap(), byValue: new Map(), outcome: null };
}

function childOf(node: Node, argument: unknown): Node {
  const isObject =
    typeof argument === "function" || (typeof argument === "object" && argument !== null);
  const children: { get(key: unknown): Node | undefined; set(key: unknown, child: Node): unknown } =
    isObject ? (node.byObject as WeakMap<WeakKey, Node> as Map<unknown, Node>) : node.byValue;
  const child = children.get(argument) ?? createNode();
  children.set(argument, child);
  return child;
}

/** React's `cache`, for one request. Outside a request, results are not stored, as in React. */
export function cache<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    const results = currentRequest()?.results;
    if (!results) return run(...args);
    const root = (results.get(run) as Node | undefined) ?? createNode();
    results.set(run, root);
    const node = args.reduce<Node>(childOf, root);
    if (!node.outcome) {
      try {
        const result = run(...args);
        node.outcome = () => result;
      } catch (thrown) {
        node.outcome = () => {
          throw thrown;
        };
      }
    }
    return node.outcome() as Result;
  };
}
