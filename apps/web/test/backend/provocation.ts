import type { CatalogueRow } from "./catalogue";
import type { Firm } from "./firm";
import type { Stage } from "./stage";

/** The backend and firm that provocations use. */
export type Scene = { stage: Stage; firm: Firm };

/** A way to provoke a real error of the running backend. */
export type Provocation = {
  kind: CatalogueRow["kind"];
  /** The expected code of the catalog. */
  code: string;
  /** Provokes the error and returns what the SDK passed to the app. */
  provoke: (scene: Scene) => Promise<unknown>;
};

/** Returns the error of a call that must fail. */
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
