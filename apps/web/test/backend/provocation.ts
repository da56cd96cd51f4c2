import type { CatalogueRow } from "./catalogue";
import type { Firm } from "./firm";
import type { Stage } from "./stage";

export type Scene = { stage: Stage; firm: Firm };

export type Provocation = {
  kind: CatalogueRow["kind"];
  code: string;
  provoke: (scene: Scene) => Promise<unknown>;
};

export async function errorOf(call: PromiseLike<{ error: unknown }>): Promise<unknown> {
  const { error } = await call;
  if (!error) throw new Error("The call was not refused.");
  return error;
}

export function provocations(
  kind: Provocation["kind"],
  ways: Readonly<Record<string, Provocation["provoke"]>>,
): Provocation[] {
  return Object.entries(ways).map(([code, provoke]) => ({ kind, code, provoke }));
}
