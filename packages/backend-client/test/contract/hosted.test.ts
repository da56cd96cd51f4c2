import { afterAll, beforeAll, describe } from "vitest";
import { needs } from "../../../../scripts/test-supabase/project.js";
import { describeData } from "./data.js";
import { describeFunctions } from "./functions.js";
import { EMAIL_DOMAIN, openHostedScene, openHostedSessions, PROJECT } from "./hosted.js";
import { describeRealtime } from "./realtime.js";
import type { Scene } from "./scene.js";
import { describeService } from "./service.js";
import { describeSessions } from "./sessions.js";
import { describeStorage } from "./storage.js";

describe.skipIf(!PROJECT)("the contract on a real Supabase", () => {
  describeSessions({
    emailDomain: EMAIL_DOMAIN,
    rotation: needs("rotation", PROJECT),
    open: openHostedSessions,
  });

  describe("the services of a hosted project", () => {
    let opened: Scene | undefined;
    const scene = (): Scene => {
      if (!opened) throw new Error("the scene is not open");
      return opened;
    };
    beforeAll(async () => {
      opened = await openHostedScene();
    }, 60_000);
    afterAll(() => opened?.close());

    describeData(scene);
    describeStorage(scene);
    describeRealtime(scene, needs("realtime", PROJECT));
    describeFunctions(scene);
    describeService(scene);
  });
});
