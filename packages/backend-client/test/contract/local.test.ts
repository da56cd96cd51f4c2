import { afterAll, beforeAll, describe } from "vitest";
import { describeData } from "./data.js";
import { describeFunctions } from "./functions.js";
import { describeRealtime } from "./realtime.js";
import { openScene, type Scene } from "./scene.js";
import { describeService } from "./service.js";
import { describeStorage } from "./storage.js";

describe("the contract on the local backend", () => {
  let opened: Scene | undefined;
  const scene = (): Scene => {
    if (!opened) throw new Error("the scene is not open");
    return opened;
  };
  beforeAll(async () => {
    opened = await openScene();
  }, 120_000);
  afterAll(() => opened?.close());

  describeData(scene);
  describeStorage(scene);
  describeRealtime(scene);
  describeFunctions(scene);
  describeService(scene);
});
