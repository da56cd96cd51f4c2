import type { BackendError, Result } from "../errors/backend-error.js";
import type { DataClient } from "./data-client.js";

interface Step {
  name: string;
  values: unknown[];
}

type Load<Database> = () => Promise<Result<DataClient<Database>>>;

export function lazyData<Database>(load: Load<Database>): DataClient<Database> {
  const root = (before: Step[]) => ({
    from: (...values: unknown[]) => recorder(load, [...before, { name: "from", values }]),
    rpc: (...values: unknown[]) => recorder(load, [...before, { name: "rpc", values }]),
    schema: (...values: unknown[]) => root([...before, { name: "schema", values }]),
  });
  return root([]) as unknown as DataClient<Database>;
}

function recorder<Database>(load: Load<Database>, steps: Step[]): object {
  return new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name === "symbol") return undefined;
        if (name === "then") {
          return (...settle: Parameters<Promise<unknown>["then"]>) =>
            play(load, steps).then(...settle);
        }
        return (...values: unknown[]) => recorder(load, [...steps, { name, values }]);
      },
    },
  );
}

async function play<Database>(load: Load<Database>, steps: Step[]): Promise<unknown> {
  const client = await load();
  if (client.error) {
    if (steps.some(({ name }) => name === "throwOnError")) throw client.error;
    return notLoaded(client.error);
  }
  return steps.reduce<unknown>((target, { name, values }) => {
    const method = Reflect.get(Object(target), name) as (...values: unknown[]) => unknown;
    return method.apply(target, values);
  }, client.data);
}

function notLoaded(error: BackendError) {
  return { success: false, data: null, error, count: null, status: 0, statusText: "" };
}
