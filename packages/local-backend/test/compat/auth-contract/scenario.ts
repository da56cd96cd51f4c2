import type { Scene } from "./scene.ts";

export type Scenario = (scene: Scene) => Promise<unknown>;
